import { partAway } from '@andscene/service-kit/http-error'
import { createTransport } from 'nodemailer'
import { invitationMail } from './invitation-mail.ts'
import type { Mailer } from './mailer.ts'

/** Each step of the talk with the server; whoever waits for the mail gives up after ten seconds. */
const STEP_MS = 5_000

export type SmtpOptions = {
  url: string
  from: string
  /** Where the links of mails lead. */
  origin: string
}

/** Sends mails by a mail server. A server that is away is tried again; what it refuses for good was not sent. */
export function smtpMailer({ url, from, origin }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    invite: async (invitation) => {
      try {
        await transport.sendMail({
          from,
          // As one address: a text would be read as a list of them.
          to: { name: '', address: invitation.to },
          ...invitationMail(invitation, new URL(origin + invitation.path).href),
        })
        return { sent: true }
      } catch (cause) {
        const { responseCode = 0, code } = cause as { responseCode?: number; code?: string }
        // Without a response the library itself found that no mail can be sent to this address.
        const isForGood = responseCode === 0 ? code === 'EENVELOPE' : responseCode >= 500 && code !== 'EAUTH'
        // What a server says of an address names it, and would stand in the log.
        if (!isForGood)
          throw partAway('mail', responseCode === 0 ? cause : new Error(`${code} ${responseCode}`))
        return { sent: false, reason: `${code} ${responseCode}` }
      }
    },
  }
}
