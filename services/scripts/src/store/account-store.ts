import { HttpError } from '@andscene/service-kit/http-error'
import { createHash } from 'node:crypto'

/** A closed account of which something may still be there. */
export type ClosedAccount = { uid: string; requestId: string }

/**
 * Accounts that their people have deleted (product §10). A closed account takes nothing new: ScriptStore.insert and
 * PreferencesStore.change refuse. The id is kept until all is erased; from then on its hash alone, for as long as a token
 * of the person may be believed: the identity may have lived until then, and with it new tokens.
 */
export interface AccountStore {
  /** Closes the account, for good; durable when it resolves. Closing it again changes nothing. */
  close(account: ClosedAccount, now: Date): Promise<void>
  isClosed(uid: string): Promise<boolean>
  /** Those to be erased at `now`; those closed longest ago come first. */
  unfinished(now: Date, limit: number): Promise<ClosedAccount[]>
  /**
   * Everything of the person is erased: their id is forgotten. A store without transactions has all of it erased once
   * more first, SETTLED_MS later.
   */
  finish(uid: string, now: Date): Promise<void>
  /** Forgets the hashes of accounts that were finished before this moment. */
  forget(before: Date): Promise<void>
}

/** By then every request has ended that was under way when an account was closed, uploads included. Milliseconds. */
export const SETTLED_MS = 10 * 60_000

/** What stands for a person who must not be named any more. */
export const uidHash = (uid: string): string => createHash('sha256').update(uid).digest('hex')

/** The refusal of whatever a token of a deleted account asks for. */
export const accountClosed = () => new HttpError('UNAUTHENTICATED', 'This account was deleted')
