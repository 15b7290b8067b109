import { isLoopback } from '@andscene/contracts/text/loopback'
import { dependencyUnavailable } from '@andscene/service-kit/http-error'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { dailyMail, oneClickPath } from './daily-mail.ts'
import { invitationMail } from './invitation-mail.ts'
import type { Mailer } from './mailer.ts'

/** Timeout of each step of the SMTP dialog. */
const STEP_MS = 5_000

type SmtpOptions = {
  url: string
  from: string
  /** Origin of the links in mails. */
  origin: string
}

/**
 * Returns a mailer that uses SMTP, with TLS unless the server is on this machine. Throws AWAY when the server is
 * unavailable or untrusted.
 */
export function smtpMailer({ url, from, origin }: SmtpOptions): Mailer {
  const transport = createTransport({
    ...serverOf(url),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const linkTo = (path: string) => new URL(origin + path).href
  const deliver = (address: string, mail: Partial<SendMailOptions>) =>
    // The recipient as an object, because a string would be parsed as a list of addresses.
    transport.sendMail({ from, to: { name: '', address }, ...mail })
  return {
    invite: async (invitation) => {
      try {
        await deliver(invitation.to, invitationMail(invitation, linkTo))
        return { sent: true }
      } catch (cause) {
        return { sent: false, reason: permanentReason(cause as SmtpError) }
      }
    },
    sendDaily: async (content) => {
      // A failure before the mail is transferred is certain, so that the caller may retry.
      await transport.verify().catch((cause: unknown) => {
        throw away(cause as SmtpError)
      })
      try {
        await deliver(content.to, {
          ...dailyMail(content, linkTo),
          list: { unsubscribe: { url: linkTo(oneClickPath(content.key)), comment: '' } },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        })
        return 'sent'
      } catch (cause) {
        const error = cause as SmtpError
        if (!error.responseCode && error.code !== 'EENVELOPE') return 'unknown'
        permanentReason(error)
        return 'refused'
      }
    },
  }
}

/** Returns the status of the mail server's permanent rejection, for the log; throws AWAY for any other failure. */
function permanentReason(error: SmtpError): string {
  const { responseCode = 0, code } = error
  // A rejection before the envelope does not concern this mail. Without a response, the library itself rejected the
  // address.
  const isPermanent =
    code === 'EENVELOPE'
      ? responseCode === 0 || responseCode >= 500
      : code === 'EMESSAGE' && responseCode >= 500
  if (isOfTls(error) || !isPermanent) throw away(error)
  return `${code} ${responseCode}`
}

function away(error: SmtpError) {
  const { responseCode = 0, code } = error
  if (isOfTls(error))
    return dependencyUnavailable(
      'mail',
      new Error('The mail server has no trusted TLS 1.2 or later, so nothing was sent', {
        cause: error,
      }),
    )
  // The server's text contains the address, which must not be logged.
  return dependencyUnavailable('mail', responseCode === 0 ? error : new Error(`${code} ${responseCode}`))
}

/** Parsed here, because the library would also read options from the URL that disable TLS. */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  // The library expects IPv6 addresses without brackets.
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    secure,
    requireTLS: !isLoopback(host),
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; syscall?: string }

/** Whether STARTTLS or the handshake failed, or the server supports neither. A failed connection has `syscall`. */
const isOfTls = ({ code, command, responseCode = 0, syscall }: SmtpError) =>
  code === 'ETLS' ||
  (code === 'ESOCKET' && syscall === undefined) ||
  (command === 'EHLO' && responseCode >= 500)
