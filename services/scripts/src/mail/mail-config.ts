import { OperatorError } from '@andscene/service-kit/operator-error'
import { Type, type Static } from '@andscene/contracts/schema/schema'

/**
 * The mail server, smtp: or smtps: with user name and password, and the sender address; without it no mails are sent.
 */
export const MailConfig = Type.Object({
  SMTP_URL: Type.Optional(
    Type.String({
      description:
        'mail server for invitations and daily mails about notes, such as `smtps://name:password@mail.example`; requires TLS 1.2 unless it is on loopback. Without it, no mail is sent',
    }),
  ),
  MAIL_FROM: Type.Optional(Type.String({ description: 'sender of these mails' })),
})

/** `And Scene <read@andscene.example>`, or the address alone. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u

/** Errors never repeat the server's URL, because it may contain a password. */
export function checkMail({ SMTP_URL: server, MAIL_FROM: from }: Static<typeof MailConfig>): void {
  if (server && !isMailServer(server))
    throw new OperatorError('SMTP_URL: must be like smtps://name:password@mail.example, without options')
  if (server && !from) throw new OperatorError('MAIL_FROM: is required with SMTP_URL')
  if (from && !server) throw new OperatorError('SMTP_URL: is required with MAIL_FROM')
  if (from && !SENDER.test(from))
    throw new OperatorError('MAIL_FROM: must be like And Scene <read@andscene.example>')
}

/** Without options, because some of them disable TLS. */
function isMailServer(address: string): boolean {
  const url = URL.parse(address)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname || url.search) return false
  try {
    decodeURIComponent(url.username + url.password)
    return true
  } catch {
    return false
  }
}
