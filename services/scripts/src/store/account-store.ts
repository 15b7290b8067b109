import { HttpError } from '@andscene/service-kit/http-error'
import { createHash } from 'node:crypto'

/** A closed account of which something may still be there. */
export type ClosedAccount = { uid: string; requestId: string }

/**
 * Accounts that their people have deleted (product §10). A closed account takes nothing new: ScriptStore.insert and
 * PreferencesStore.change refuse. The id is kept until all is erased; after that its hash alone, for as long as a token
 * of the person may live.
 */
export interface AccountStore {
  /** Closes the account, for good; durable when it resolves. Closing it again changes nothing. */
  close(account: ClosedAccount, now: Date): Promise<void>
  isClosed(uid: string): Promise<boolean>
  /** Those closed longest ago come first. */
  unfinished(limit: number): Promise<ClosedAccount[]>
  /** Everything of the person is erased: their id is forgotten. */
  finish(uid: string): Promise<void>
  /** Forgets the hashes of finished accounts that were closed before this moment. */
  forget(before: Date): Promise<void>
}

/** What stands for a person who must not be named any more. */
export const uidHash = (uid: string): string => createHash('sha256').update(uid).digest('hex')

/** The refusal of whatever a token of a deleted account asks for. */
export const accountClosed = () => new HttpError('UNAUTHENTICATED', 'This account was deleted')
