import type { InvitedRole } from '@andscene/contracts/sharing/roles'
import type { Static } from '@andscene/contracts/schema/schema'
import { splitList } from '@andscene/service-kit/config'
import { embeddedConnection, type EmbeddedConnection } from '@andscene/service-kit/identity/embedded-accounts'
import type { ScriptsConfig } from '../config.ts'
import { MAILBOX_PATH, IDENTITY_SECRET_HEADER, type PostedMail } from '@andscene/contracts/platform'
import { isOk, sendRequest } from '@andscene/service-kit/calls/send-request'
import { dependencyUnavailable } from '@andscene/service-kit/http-error'
import { RESPONSE_LIMIT_MS } from '@andscene/service-kit/identity/accounts'
import { dailyMail, scriptPath, type SendDailyMail } from './daily-mail.ts'
import { INVITATION_SUBJECT, invitationPath } from './invitation-mail.ts'

export type Invitation = {
  /** The user who sends it. */
  sender: string
  /** The recipient's address. */
  to: string
  /** The sender's name; may be empty. */
  inviter: string
  title: string
  role: Static<typeof InvitedRole>
  /** Paths of the application to accept and to decline. */
  path: string
  declinePath: string
}
/** `reason`: the status of the mail server when it rejected the mail permanently. */
type MailOutcome = { sent: boolean; reason?: string }
export type Mailer = {
  /** Throws AWAY while mails cannot be sent, so that the caller retries. */
  invite(invitation: Invitation): Promise<MailOutcome>
  sendDaily: SendDailyMail
}

/** Returns the development mailbox with embedded identity (decision 0024), else the mail server, else undefined. */
export async function createMailer(config: ScriptsConfig): Promise<Mailer | undefined> {
  const embedded = embeddedConnection(config)
  const { SMTP_URL: url, MAIL_FROM: from } = config
  const [origin = ''] = splitList(config.PUBLIC_ORIGIN)
  if (embedded) return mailboxMailer(embedded, origin)
  if (!url || !from) return undefined
  // Loads nodemailer only when it is used.
  const { smtpMailer } = await import('./smtp-mailer.ts')
  return smtpMailer({ url, from, origin })
}

/** Puts mails into the development mailbox of the identity part. */
function mailboxMailer({ url, secret }: EmbeddedConnection, origin: string): Mailer {
  const post = async (mail: PostedMail) => {
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
    } catch (cause) {
      throw dependencyUnavailable('mail', cause)
    }
  }
  return {
    invite: async (invitation) => {
      const { to } = invitation
      await post({ to, subject: INVITATION_SUBJECT, path: invitationPath(invitation) })
      return { sent: true }
    },
    sendDaily: async (content) => {
      const { subject, text } = dailyMail(content, (path) => origin + path)
      await post({ to: content.to, subject, path: scriptPath(content.scripts[0]!.id), text })
      return 'sent'
    },
  }
}
