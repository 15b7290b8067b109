import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import tls from 'node:tls'
import { inspect } from 'node:util'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scriptsConfig } from '../config.ts'
import { INVITATION, MAIL_SERVER_CERTIFICATE, mailServer } from '../testing/mail-server.ts'
import { checkMail } from './mail-config.ts'
import { createMailer } from './mailer.ts'

const environmentOf = (url: string) => ({
  FIREBASE_PROJECT_ID: 'p',
  TTS_URL: 'x',
  SUBSCRIPTIONS_URL: 'x',
  PUBLIC_ORIGIN: 'https://read.example',
  SMTP_URL: url,
  MAIL_FROM: 'And Scene <read@andscene.example>',
})
/** An address of this machine that is not a loopback address, like that of a remote server. */
const ELSEWHERE = '0.0.0.0'
const urlOf = (port: number, { scheme = 'smtp', host = ELSEWHERE } = {}) =>
  `${scheme}://ada:s3cret@${host}:${port}`

/** Sends an invitation by the mail server at `url`. */
async function invite(url: string) {
  const mailer = await createMailer(scriptsConfig(environmentOf(url)))
  return mailer!.invite(INVITATION)
}

/** Returns the error of an invitation that cannot be sent now, as the log prints it. */
async function failureOf(url: string): Promise<string> {
  const error = await invite(url).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'AWAY' })
  return inspect(error, { depth: null })
}

/** Starts a line-based server that accepts everything and records it. */
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
  return { url: urlOf((server.address() as AddressInfo).port), seen: () => seen.join('') }
}

/** Starts a mail server that requires the password. */
const realServer = async (options: SMTPServerOptions) =>
  mailServer(ELSEWHERE, { ...MAIL_SERVER_CERTIFICATE, ...options })
const NOTHING = { passwords: [], mails: [] }

/** Makes this process trust the tests' certificate, as NODE_EXTRA_CA_CERTS does. */
function trustCertificate(): void {
  const before = tls.getCACertificates()
  tls.setDefaultCACertificates([...before, MAIL_SERVER_CERTIFICATE.cert])
  onTestFinished(() => tls.setDefaultCACertificates(before))
}
/** The server accepts TLS 1.1 at most. */
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
  DATA: '354 continue',
  EHLO: HELLO,
  HELO: '250 mail.example',
}

describe('product §10: password and mail are never sent in plain text', () => {
  test.each([
    ['offers no STARTTLS', { STARTTLS: '502 not implemented' }],
    ['had its offer of STARTTLS stripped', { STARTTLS: '454 not now' }],
    ['does not support EHLO', { EHLO: '502 not implemented', STARTTLS: '502 not implemented' }],
    [
      'offers STARTTLS and refuses it',
      { EHLO: `250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN`, STARTTLS: '554 no' },
    ],
    ['starts STARTTLS and continues in plain text', { STARTTLS: '220 continue\r\n250 mail.example' }],
  ])('a server that %s receives nothing, and the mail is retried', async (_what, responses) => {
    const commands: Record<string, string> = { ...TAKES_ALL, ...responses }
    const server = await plainServer((command) => commands[command] ?? '250 ok')
    const log = await failureOf(server.url)
    expect(server.seen()).toMatch(/^EHLO/)
    expect(server.seen()).not.toMatch(/^(AUTH|MAIL|RCPT|DATA)/im)
    expect(server.seen()).not.toContain(Buffer.from('\0ada\0s3cret').toString('base64'))
    expect(log).toMatch(/The mail server has no trusted TLS 1\.2 or later, so nothing was sent/)
    expect(log).not.toMatch(/bob@example\.com|s3cret/)
  })

  test.each([
    ['smtp', 'an untrusted certificate', {}],
    ['smtps', 'an untrusted certificate', { secure: true }],
    ['smtp', 'TLS 1.1', OLD_TLS],
    ['smtps', 'TLS 1.1', { ...OLD_TLS, secure: true }],
  ] as const)('by %s: a server with %s receives nothing', async (scheme, what, options) => {
    if (what === 'TLS 1.1') trustCertificate()
    const { port, seen } = await realServer(options)
    const log = await failureOf(urlOf(port, { scheme }))
    expect(seen).toEqual(NOTHING)
    expect(log).toMatch(/The mail server has no trusted TLS 1\.2 or later, so nothing was sent/)
  })

  test.each([
    ['smtp', {}],
    ['smtps', { secure: true }],
  ] as const)(
    'by %s: a server with a trusted certificate receives the mail with TLS',
    async (scheme, options) => {
      trustCertificate()
      const { port, seen } = await realServer(options)
      expect(await invite(urlOf(port, { scheme }))).toEqual({ sent: true })
      expect(seen).toMatchObject({ passwords: ['s3cret'], mails: [{ isSecure: true }] })
    },
  )

  test('except to a server on this machine', async () => {
    const { port, seen } = await realServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    expect(await invite(urlOf(port, { host: '127.0.0.1' }))).toEqual({ sent: true })
    expect(seen).toMatchObject({ passwords: ['s3cret'], mails: [{ isSecure: false }] })
  })

  test.each(['ignoreTLS=true', 'tls.rejectUnauthorized=false', 'tls.minVersion=TLSv1', 'secure=false'])(
    'rejects SMTP_URL with the option %s',
    (option) =>
      expect(() => scriptsConfig(environmentOf(`smtp://ada:s3cret@mail.example?${option}`))).toThrow(
        /^SMTP_URL: must be like smtps:\/\/name:password@mail\.example, without options/m,
      ),
  )
})

test('decodes a percent-encoded password', async () => {
  const { port, seen } = await realServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  expect(await invite(`smtp://ada:a%40b%3A%2F%C3%BC@127.0.0.1:${port}`)).toEqual({ sent: true })
  expect(seen.passwords).toEqual(['a@b:/ü'])
})

test.each([
  [{ SMTP_URL: 'smtps://ada:secret@mail.example' }, /^MAIL_FROM: is required with SMTP_URL$/],
  [{ MAIL_FROM: 'read@andscene.example' }, /^SMTP_URL: is required with MAIL_FROM$/],
  [{ SMTP_URL: 'mail.example:secret', MAIL_FROM: 'read@andscene.example' }, /^SMTP_URL: must be like smtps:/],
  [
    { SMTP_URL: 'https://mail.example', MAIL_FROM: 'read@andscene.example' },
    /^SMTP_URL: must be like smtps:/,
  ],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'And Scene' }, /^MAIL_FROM: must be like/],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /^MAIL_FROM: must be/],
])('decision 0047: refuses invalid mail settings without repeating the password: %j', (env, sentence) => {
  expect(() => checkMail(env)).toThrow(sentence)
  expect(() => checkMail(env)).toThrow(/^(?!.*secret)/)
})

test.each(['read@andscene.example', 'And Scene <read@andscene.example>', '<read@andscene.example>'])(
  'decision 0047: accepts %s as the sender',
  (from) => {
    expect(() => checkMail({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from })).not.toThrow()
  },
)
