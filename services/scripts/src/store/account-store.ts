import { HttpError } from '@andscene/service-kit/http-error'
import { createHash } from 'node:crypto'

/** A closed account of which something may still be there. */
export type ClosedAccount = { uid: string; requestId: string }

/**
 * Accounts that their users have deleted (product §10). A closed account accepts nothing new: ScriptStore.insert and
 * PreferencesStore.change refuse. The id is stored until all is erased, then only its hash, for as long as a token of
 * the account may be valid: the identity may have existed until then, and with it new tokens.
 */
export interface AccountStore {
  /** Closes the account permanently; durable when it resolves. Closing it again changes nothing. */
  close(account: ClosedAccount, now: Date): Promise<void>
  isClosed(uid: string): Promise<boolean>
  /** Accounts to be erased at `now`, closed longest ago first. The present erasure is due since `dueAt`. */
  unfinished(now: Date, limit: number): Promise<(ClosedAccount & { dueAt: Date })[]>
  /**
   * Everything of the account is erased: its id is forgotten. On a server all of it is erased once more first,
   * SETTLED_MS later.
   */
  finish(uid: string, now: Date): Promise<void>
  /** Forgets the hashes of accounts that were finished before this moment. */
  forget(before: Date): Promise<void>
}

/**
 * After this time every request has ended that was in progress when an account was closed, uploads included.
 * Milliseconds.
 */
export const SETTLED_MS = 10 * 60_000

/** Identifies an account whose id must not be stored any more. */
export const uidHash = (uid: string): string => createHash('sha256').update(uid).digest('hex')

/** The refusal of every request with a token of a deleted account. */
export const accountClosed = () => new HttpError('UNAUTHENTICATED', 'This account was deleted')
