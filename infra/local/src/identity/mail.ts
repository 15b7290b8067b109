import { logLine } from '../log/own.ts'
import type { IdentityState } from './state-file.ts'

/** `mode` of an e-mail's link (infra/edge/src/identity-calls.ts dispatches on it), and what its line in the log says. */
const MAILS: Record<string, [mode: string, text: string]> = {
  VERIFY_EMAIL: ['verifyEmail', 'verify this address'],
  PASSWORD_RESET: ['resetPassword', 'set a new password'],
  VERIFY_AND_CHANGE_EMAIL: ['verifyAndChangeEmail', 'confirm the new address'],
  RECOVER_EMAIL: ['recoverEmail', 'take the old address back'],
}

/** Codes of one kind that an address may have open; the oldest ends with the next one. */
const OPEN_CODES = 100

/**
 * There is no mail here: what would be sent is shown in the log. Its link is made of `publicOrigin`, the kind of e-mail and
 * the code alone: neither the Host nor the `continueUrl` of the request gets into it.
 */
export function sendMailToLog(state: IdentityState, publicOrigin: string): void {
  const createOob = state.createOob.bind(state)
  state.createOob = (email, newEmail, requestType) => {
    const [mode, text] = MAILS[requestType] ?? [requestType, requestType]
    const oob = createOob(email, newEmail, requestType, (oobCode) => {
      const link = new URL('/emulator/action', publicOrigin)
      link.search = new URLSearchParams({ mode, oobCode }).toString()
      return link.href
    })
    const open = [...state.oobs.values()].filter(
      (other) => other.email === email && other.requestType === requestType,
    )
    for (const { oobCode } of open.slice(0, -OPEN_CODES)) state.oobs.delete(oobCode)
    logLine('info', `E-mail to ${newEmail ?? email}: ${text}: ${oob.oobLink}`)
    return oob
  }
}
