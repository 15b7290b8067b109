import { addressOf } from '@andscene/contracts/text/address'
import type { DevelopmentMail } from '@andscene/contracts/platform'
import { randomUUID } from 'node:crypto'

/** Maximum number of stored mails; a further one removes the oldest. */
export const MAILBOX_LIMIT = 100

/** `code` is part of the mail's link; a mail without one is never spent. */
export type StoredMail = Omit<DevelopmentMail, 'spent'> & { code?: string | undefined }

export class Mailbox {
  readonly mails: StoredMail[]

  constructor(kept: readonly StoredMail[] = []) {
    this.mails = kept.slice(0, MAILBOX_LIMIT)
  }

  deliver(mail: Omit<StoredMail, 'id' | 'sentAt'>): void {
    this.mails.unshift({ id: randomUUID(), sentAt: new Date().toISOString(), ...mail })
    this.mails.length = Math.min(this.mails.length, MAILBOX_LIMIT)
  }

  /** Removes mails to the address of a deleted account, ignoring case, which invitations may change. */
  forget(address: string): void {
    const kept = this.mails.filter(({ to }) => addressOf(to) !== addressOf(address))
    this.mails.splice(0, this.mails.length, ...kept)
  }

  /** The data of the mailbox page; a link is spent once its code is no longer valid. */
  list(openCodes: ReadonlyMap<string, unknown>): DevelopmentMail[] {
    return this.mails.map(({ code, ...mail }) => ({
      ...mail,
      spent: code !== undefined && !openCodes.has(code),
    }))
  }
}
