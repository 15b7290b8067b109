import { addressOf } from '@andscene/contracts/text/address'
import type { DevelopmentMail } from '@andscene/contracts/platform'
import { randomUUID } from 'node:crypto'

/** Mails that are kept; the oldest goes with the next one. */
export const MAILBOX_LIMIT = 100

/** `code`: what makes the link work; a mail without one stays open. */
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

  /** Mails to the address of a deleted account; invitations may have it in another case. */
  forget(address: string): void {
    const kept = this.mails.filter(({ to }) => addressOf(to) !== addressOf(address))
    this.mails.splice(0, this.mails.length, ...kept)
  }

  /** The data of the page; a link is used once its code is no longer open. */
  list(openCodes: ReadonlyMap<string, unknown>): DevelopmentMail[] {
    return this.mails.map(({ code, ...mail }) => ({
      ...mail,
      spent: code !== undefined && !openCodes.has(code),
    }))
  }
}
