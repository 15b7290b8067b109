import { MAILBOX_PATH, IDENTITY_SECRET_HEADER, type PostedMail } from '@andscene/contracts/platform'
import { isOk, sendRequest } from '@andscene/service-kit/calls/send-request'
import { partAway } from '@andscene/service-kit/http-error'
import { RESPONSE_LIMIT_MS } from '@andscene/service-kit/identity/accounts'
import type { EmbeddedConnection } from '@andscene/service-kit/identity/embedded-accounts'
import { INVITATION_SUBJECT, invitationPath } from './invitation-mail.ts'
import type { Mailer } from './mailer.ts'

/** Puts mails into the development mailbox of the identity part. */
export const mailboxMailer = ({ url, secret }: EmbeddedConnection): Mailer => ({
  invite: async (invitation) => {
    const mail: PostedMail = {
      to: invitation.to,
      subject: INVITATION_SUBJECT,
      path: invitationPath(invitation),
    }
    try {
      const response = await sendRequest(new URL(MAILBOX_PATH, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [IDENTITY_SECRET_HEADER]: secret },
        body: JSON.stringify(mail),
        signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
      })
      response.resume()
      if (!isOk(response))
        throw new Error(`The identity part responded to a mail with ${response.statusCode}`)
      return { sent: true }
    } catch (cause) {
      throw partAway('mail', cause)
    }
  },
})
