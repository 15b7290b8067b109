import { createInternalKeys } from '@andscene/testing/internal-keys'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gatewayConfig } from './config.ts'
import { createMailer } from './mailer.ts'
import { gatewayFixture } from './testing/gateway-fixture.ts'
import { MAIL_SERVER_CERTIFICATE } from './testing/mail-server-certificate.ts'

const keys = createInternalKeys(['gateway', 'scripts'])
const INVITATION = {
  sender: 'ada',
  to: 'bob@example.com',
  inviter: 'Ada',
  title: 'The Last Bus',
  role: 'commenter',
  path: '/scripts/s1',
}
const environmentOf = (url: string) => ({
  FIREBASE_PROJECT_ID: 'p',
  SCRIPTS_URL: 'x',
  TTS_URL: 'x',
  SUBSCRIPTIONS_URL: 'x',
  INTERNAL_PRIVATE_KEY: 'x',
  PUBLIC_ORIGIN: 'https://read.example',
  SMTP_URL: url,
  MAIL_FROM: 'And Scene <read@andscene.example>',
})
/** An address of this machine that is not taken for it, as a server of another machine. */
const ELSEWHERE = '0.0.0.0'
const urlOf = (server: Server, { scheme = 'smtp', host = ELSEWHERE } = {}) =>
  `${scheme}://ada:s3cret@${host}:${(server.address() as AddressInfo).port}`

/** Sends an invitation as the scripts service does, by the mail server at `url`. */
async function invite(url: string) {
  const mailer = await createMailer(gatewayConfig(environmentOf(url)), undefined)
  const gateway = await gatewayFixture({ INTERNAL_PUBLIC_KEYS: keys.publicKeys }, { mailer })
  onTestFinished(() => gateway.close())
  const response = await fetch(`${gateway.origin}/internal/mails/invitation`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${keys.token('scripts', 'gateway')}`,
    },
    body: JSON.stringify(INVITATION),
  })
  return { status: response.status, body: (await response.json()) as { code?: string }, log: gateway.log() }
}

/** A server of lines that takes whatever it is sent, and all that it was sent. */
async function plainServer(respond: (command: string) => string) {
  const seen: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (bytes: Buffer) => {
      seen.push(bytes.toString('latin1'))
      const [command = ''] = bytes.toString('latin1').split(/[\s:]/, 1)
      socket.write(`${respond(command.toUpperCase())}\r\n`)
    })
  }).listen(0, ELSEWHERE)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { url: urlOf(server), seen: () => seen.join('') }
}

/** A real mail server, which asks for the password; what came to it. */
async function mailServer(options: SMTPServerOptions) {
  const seen = { passwords: [] as unknown[], mails: [] as { isSecure: boolean }[] }
  const server = new SMTPServer({
    ...MAIL_SERVER_CERTIFICATE,
    onAuth: ({ username, password }, _session, done) => {
      seen.passwords.push(password)
      done(null, { user: username })
    },
    onData: (stream, { secure }, done) => {
      seen.mails.push({ isSecure: secure })
      stream.once('end', () => done()).resume()
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, ELSEWHERE, resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { server: server.server, seen }
}
const NOTHING = { passwords: [], mails: [] }

/** Has this process trust the tests' certificate, as NODE_EXTRA_CA_CERTS would. */
function trustCertificate(): void {
  const before = tls.getCACertificates()
  tls.setDefaultCACertificates([...before, MAIL_SERVER_CERTIFICATE.cert])
  onTestFinished(() => tls.setDefaultCACertificates(before))
}
/** The newest that a server takes is TLS 1.1. */
const OLD_TLS: SMTPServerOptions = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
}

const HELLO = '250-mail.example\r\n250 AUTH PLAIN LOGIN'
const TAKES_ALL: Record<string, string> = {
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  EHLO: HELLO,
  HELO: '250 mail.example',
}

describe('product §10: neither password nor mail goes in the clear', () => {
  test.each([
    ['offers no STARTTLS', { STARTTLS: '502 not implemented' }],
    ['had its offer of STARTTLS stripped', { STARTTLS: '454 not now' }],
    ['knows no EHLO', { EHLO: '502 not implemented', STARTTLS: '502 not implemented' }],
    [
      'offers STARTTLS and refuses it',
      { EHLO: `250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN`, STARTTLS: '554 no' },
    ],
    ['begins STARTTLS and goes on in the clear', { STARTTLS: '220 go on\r\n250 mail.example' }],
  ])('to a server that %s: nothing is sent, and it is tried again', async (_what, responses) => {
    const commands: Record<string, string> = { ...TAKES_ALL, ...responses }
    const server = await plainServer((command) => commands[command] ?? '250 ok')
    const { status, body, log } = await invite(server.url)
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'AWAY' } })
    expect(server.seen()).toMatch(/^EHLO/)
    expect(server.seen()).not.toMatch(/^(AUTH|MAIL|RCPT|DATA)/im)
    expect(server.seen()).not.toContain(Buffer.from('\0ada\0s3cret').toString('base64'))
    expect(log).toMatch(/The mail server has no TLS of 1\.2 or later that can be trusted; nothing was sent/)
    expect(log).not.toMatch(/bob@example\.com|s3cret/)
  })

  test.each([
    ['smtp', 'a certificate that nobody vouches for', {}],
    ['smtps', 'a certificate that nobody vouches for', { secure: true }],
    ['smtp', 'TLS 1.1', OLD_TLS],
    ['smtps', 'TLS 1.1', { ...OLD_TLS, secure: true }],
  ] as const)('to a server of %s: with %s', async (scheme, what, options) => {
    if (what === 'TLS 1.1') trustCertificate()
    const { server, seen } = await mailServer(options)
    const { status, body, log } = await invite(urlOf(server, { scheme }))
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'AWAY' } })
    expect(seen).toEqual(NOTHING)
    expect(log).toMatch(/The mail server has no TLS of 1\.2 or later that can be trusted; nothing was sent/)
  })

  test.each([
    ['smtp', {}],
    ['smtps', { secure: true }],
  ] as const)(
    'by %s: with a certificate that is trusted, a mail is sent with TLS',
    async (scheme, options) => {
      trustCertificate()
      const { server, seen } = await mailServer(options)
      expect((await invite(urlOf(server, { scheme }))).status).toBe(200)
      expect(seen).toEqual({ passwords: ['s3cret'], mails: [{ isSecure: true }] })
    },
  )

  test('but to a server of this machine, where nobody listens in', async () => {
    const { server, seen } = await mailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    expect((await invite(urlOf(server, { host: '127.0.0.1' }))).status).toBe(200)
    expect(seen).toEqual({ passwords: ['s3cret'], mails: [{ isSecure: false }] })
  })

  test.each(['ignoreTLS=true', 'tls.rejectUnauthorized=false', 'tls.minVersion=TLSv1', 'secure=false'])(
    'also when SMTP_URL says %s: it takes no options',
    (option) =>
      expect(() => gatewayConfig(environmentOf(`smtp://ada:s3cret@mail.example?${option}`))).toThrow(
        /^SMTP_URL: must be like smtps:\/\/name:password@mail\.example, without options/m,
      ),
  )
})

test('a password with signs of an address is taken as it was written', async () => {
  const { server, seen } = await mailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  const { port } = server.address() as AddressInfo
  expect((await invite(`smtp://ada:a%40b%3A%2F%C3%BC@127.0.0.1:${port}`)).status).toBe(200)
  expect(seen.passwords).toEqual(['a@b:/ü'])
})
