import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Invitation } from '../mail/mailer.ts'

export const INVITATION: Invitation = {
  sender: 'ada',
  to: 'bob@example.com',
  inviter: 'Ada <b>Writer</b>',
  title: 'The "Last" Bus & Co\r\nBcc: everybody@example.com',
  role: 'commenter',
  path: `/invitation#${'k'.repeat(43)}`,
  declinePath: `/invitation?decline#${'k'.repeat(43)}`,
}

type Mail = { isSecure: boolean; from: string; to: string[]; source: string }

/** Starts a mail server that records received mails, until the test ends. */
export async function mailServer(host: string, options: SMTPServerOptions) {
  const seen = { passwords: [] as unknown[], mails: [] as Mail[] }
  const server = new SMTPServer({
    onAuth: ({ username, password }, _session, done) => {
      seen.passwords.push(password)
      done(null, { user: username })
    },
    onData: (stream, { secure, envelope: { mailFrom, rcptTo } }, done) => {
      void text(stream).then((source) => {
        const to = rcptTo.map(({ address }) => address)
        seen.mails.push({ isSecure: secure, from: mailFrom ? mailFrom.address : '', to, source })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { seen, port: (server.server.address() as AddressInfo).port }
}

/**
 * For localhost, 127.0.0.1 and 0.0.0.0, valid until 2120; no system trusts it. Made with openssl for these tests only.
 */
export const MAIL_SERVER_CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcU6bkvWfixPJSFMc
bMMpFHlai686Qh6/DSIHf6w+almhRANCAATiu5zK1Dag5DtLnOlMu+l/8mXIJBdd
3WjK1SKCtei5vlZuSsG17YurYD4FO6QQd0KvuCxYeIInL4ss6UxjA9ng
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjDCCATGgAwIBAgIBATAKBggqhkjOPQQDAjAjMSEwHwYDVQQDDBhtYWlsIHNl
cnZlciBvZiB0aGUgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAw
MDBaMCMxITAfBgNVBAMMGG1haWwgc2VydmVyIG9mIHRoZSB0ZXN0czBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABOK7nMrUNqDkO0uc6Uy76X/yZcgkF13daMrVIoK1
6Lm+Vm5KwbXti6tgPgU7pBB3Qq+4LFh4gicviyzpTGMD2eCjVDBSMA8GA1UdEwEB
/wQFMAMBAf8wIAYDVR0RBBkwF4IJbG9jYWxob3N0hwR/AAABhwQAAAAAMB0GA1Ud
DgQWBBSYmJaRdD6JldsiD+j+a2pwV55KWjAKBggqhkjOPQQDAgNJADBGAiEA5K2X
uiJimNsEIRhVUX2YlkmsF+MDeP06vvUPo53IYugCIQCRDpGaMSuLrcZ8TNtRwGWa
s/e+RdKwGbcFr1hUmmo4Fg==
-----END CERTIFICATE-----`,
}

/** Returns the decoded parts of a mail. */
export function partsOf(source: string): { headers: string; text: string; html: string } {
  const [headers = '', ...rest] = source.split('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  const bodyOf = (type: string) => {
    const [head = '', ...body] = (parts.find((part) => part.includes(type)) ?? '').split('\r\n\r\n')
    const encoded = body.join('\r\n\r\n')
    if (/base64/i.test(head)) return Buffer.from(encoded, 'base64').toString()
    const bytes = encoded
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  }
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') }
}
