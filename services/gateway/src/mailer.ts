import type { InvitationMailBody } from '@andscene/contracts/internal'
import { splitList } from '@andscene/service-kit/config'
import type { Static } from '@andscene/contracts/schema'
import type { GatewayConfig } from './config.ts'
import type { EmbeddedIdentity } from './embedded-identity.ts'
import { mailboxMailer } from './mailbox-mailer.ts'

export type Invitation = Static<typeof InvitationMailBody>
/** `reason`: what a mail server refused it with. */
export type MailOutcome = { sent: boolean; reason?: string }
export type Mailer = {
  /** Throws AWAY while mails cannot be sent: to be tried again. */
  invite(invitation: Invitation): Promise<MailOutcome>
}

/**
 * The way of this platform's mails: the development mailbox beside the embedded identity (decision 0024), else a mail server,
 * else none, and whoever invites must tell people themselves.
 */
export async function createMailer(
  config: GatewayConfig,
  embedded: EmbeddedIdentity | undefined,
): Promise<Mailer | undefined> {
  if (embedded) return mailboxMailer(embedded)
  const { SMTP_URL: url, MAIL_FROM: from } = config
  const [origin = ''] = splitList(config.PUBLIC_ORIGIN)
  if (!url || !from) return undefined
  // Its library is loaded where there is a mail server.
  const { smtpMailer } = await import('./smtp-mailer.ts')
  return smtpMailer({ url, from, origin })
}
