import { isLoopback } from '@andscene/contracts/text/loopback'
import { dependencyUnavailable } from '@andscene/service-kit/http-error'
import { createTransport } from 'nodemailer'
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
  return {
    invite: async (invitation) => {
      try {
        await transport.sendMail({
          from,
          // As an object, because a string would be parsed as a list of addresses.
          to: { name: '', address: invitation.to },
          ...invitationMail(invitation, (path) => new URL(origin + path).href),
        })
        return { sent: true }
      } catch (cause) {
        const { responseCode = 0, code } = cause as SmtpError
        if (isOfTls(cause as SmtpError))
          throw dependencyUnavailable(
            'mail',
            new Error('The mail server has no trusted TLS 1.2 or later, so nothing was sent', {
              cause,
            }),
          )
        // A rejection before the envelope does not concern this mail. Without a response, the library itself rejected
        // the address.
        const isPermanent =
          code === 'EENVELOPE'
            ? responseCode === 0 || responseCode >= 500
            : code === 'EMESSAGE' && responseCode >= 500
        // The server's text contains the address, which must not be logged.
        if (!isPermanent)
          throw dependencyUnavailable(
            'mail',
            responseCode === 0 ? cause : new Error(`${code} ${responseCode}`),
          )
        return { sent: false, reason: `${code} ${responseCode}` }
      }
    },
  }
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
