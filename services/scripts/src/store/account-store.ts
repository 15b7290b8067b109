import { HttpError } from '@andscene/service-kit/http-error'
import { createHash } from 'node:crypto'

/** A closed account of which something may still be there. */
export type ClosedAccount = { uid: string; requestId: string }

/**
 * After this time every request has ended that was in progress when an account was closed, uploads included.
 * Milliseconds.
 */
export const SETTLED_MS = 10 * 60_000

/** Identifies an account whose id must not be stored any more. */
export const uidHash = (uid: string): string => createHash('sha256').update(uid).digest('hex')

/** The refusal of every request with a token of a deleted account. */
export const accountClosed = () => new HttpError('UNAUTHENTICATED', 'This account was deleted')
