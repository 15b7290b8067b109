import { addressOf, mailboxOf } from '@andscene/contracts/address'
import { hash } from 'node:crypto'

/** What is kept of who has declined. */
export const mailboxHash = (email: string): string => hash('sha256', mailboxOf(email))

/** What may be kept of them: an older release has kept that of the whole address. */
export const mailboxHashes = (email: string): [string, string] => [
  mailboxHash(email),
  hash('sha256', addressOf(email)),
]
