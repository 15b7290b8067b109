import { addressOf, mailboxOf } from '@andscene/contracts/address'
import { hash } from 'node:crypto'

/** Stored for those who declined, instead of their address. */
export const mailboxHash = (email: string): string => hash('sha256', mailboxOf(email))

/** The hashes that may be stored: an older release stored that of the whole address. */
export const mailboxHashes = (email: string): [string, string] => [
  mailboxHash(email),
  hash('sha256', addressOf(email)),
]
