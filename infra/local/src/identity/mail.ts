import errors from 'firebase-tools/lib/emulator/auth/errors.js'
import { logLine } from '../log/own.ts'
import type { Mailbox } from './mailbox.ts'
import type { IdentityState } from './state-file.ts'

type Kind = {
  /** The link's `mode`, by which the application selects the screen (product §6). */
  mode: string
  text: string
  subject: string
}
const KINDS: Record<string, Kind> = {
  VERIFY_EMAIL: { mode: 'verifyEmail', text: 'verify this address', subject: 'Verify your email address' },
  PASSWORD_RESET: { mode: 'resetPassword', text: 'set a new password', subject: 'Reset your password' },
}

/** Maximum number of valid codes of one kind per address; a further one invalidates the oldest. */
const OPEN_CODES = 100

/** Logs and stores mails instead of sending them. Their links contain neither Host nor `continueUrl`. */
export function keepMails(state: IdentityState, publicOrigin: string, mailbox: Mailbox): void {
  const createOob = state.createOob.bind(state)
  state.createOob = (email, newEmail, requestType) => {
    const kind = KINDS[requestType]
    errors.assert(kind, 'OPERATION_NOT_ALLOWED')
    const { mode, text, subject } = kind
    const oob = createOob(email, newEmail, requestType, (oobCode) => {
      const link = new URL('/emulator/action', publicOrigin)
      link.search = new URLSearchParams({ mode, oobCode }).toString()
      return link.href
    })
    const { oobCode: code } = oob
    const open = [...state.oobs.values()].filter(
      (other) => other.email === email && other.requestType === requestType,
    )
    for (const { oobCode } of open.slice(0, -OPEN_CODES)) state.oobs.delete(oobCode)
    logLine('info', `E-mail to ${email}: ${text}: ${oob.oobLink}`)
    const query = new URLSearchParams({ mode, oobCode: code })
    mailbox.deliver({ to: email, subject, path: `/auth/action?${query}`, code })
    return oob
  }
}
