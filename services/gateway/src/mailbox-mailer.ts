import { IDENTITY_SECRET_HEADER, MAILBOX_PATH, type PostedMail } from '@andscene/contracts/platform'
import { partAway } from '@andscene/service-kit/http-error'
import { isOk, sendRequest } from '@andscene/service-kit/calls/send-request'
import type { EmbeddedIdentity } from './embedded-identity.ts'
import { RESPONSE_LIMIT_MS } from './identity.ts'
import { INVITATION_SUBJECT, invitationPath } from './invitation-mail.ts'
import type { Mailer } from './mailer.ts'

/** Puts mails into the development mailbox, which the identity part keeps. */
export const mailboxMailer = ({ url, secret }: Pick<EmbeddedIdentity, 'url' | 'secret'>): Mailer => ({
  invite: async (invitation) => {
    const { to } = invitation
    const mail: PostedMail = { to, subject: INVITATION_SUBJECT, path: invitationPath(invitation) }
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
