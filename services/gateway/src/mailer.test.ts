import { createInternalKeys } from '@andscene/testing/internal-keys'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { gatewayConfig } from './config.ts'
import type { EmbeddedIdentity } from './embedded-identity.ts'
import type { IdentityAccounts } from './identity-accounts.ts'
import { createMailer, type Invitation } from './mailer.ts'
import { gatewayFixture } from './testing/gateway-fixture.ts'

const keys = createInternalKeys(['gateway', 'scripts', 'tts'])
const ENV = {
  FIREBASE_PROJECT_ID: 'p',
  SCRIPTS_URL: 'x',
  TTS_URL: 'x',
  SUBSCRIPTIONS_URL: 'x',
  INTERNAL_PRIVATE_KEY: 'x',
  PUBLIC_ORIGIN: 'https://read.example,https://other.example',
}
const INVITATION: Invitation = {
  sender: 'ada',
  to: 'bob@example.com',
  inviter: 'Ada <b>Writer</b>',
  title: 'The "Last" Bus & Co\r\nBcc: everybody@example.com',
  role: 'commenter',
  path: `/invitation#${'k'.repeat(43)}`,
  declinePath: `/invitation?decline#${'k'.repeat(43)}`,
}
const toStranger = (n: number): Invitation => ({ ...INVITATION, to: `stranger-${n}@example.com` })
const KEY = 'k'.repeat(43)
const DAY_MS = 24 * 3_600_000
/** How long everybody has had their account. */
const ageMs = 7 * DAY_MS

let gateway: Awaited<ReturnType<typeof gatewayFixture>> | undefined
afterEach(() => gateway?.close())

/** Sends an invitation as the scripts service does. */
async function invite(
  env: Record<string, string> = {},
  {
    embedded,
    invitation = INVITATION,
    createdAt = async () => new Date(Date.now() - ageMs),
  }: { embedded?: EmbeddedIdentity; invitation?: object; createdAt?: IdentityAccounts['createdAt'] } = {},
  token = keys.token('scripts', 'gateway'),
) {
  const mailer = await createMailer(gatewayConfig({ ...ENV, ...env }), embedded)
  const accounts = { createdAt, verifiedEmail: async () => undefined, remove: async () => {} }
  gateway = await gatewayFixture({ INTERNAL_PUBLIC_KEYS: keys.publicKeys }, { mailer, accounts })
  return post(invitation, token)
}
/** To the gateway that stands. */
async function post(invitation: object = INVITATION, token = keys.token('scripts', 'gateway')) {
  const response = await fetch(`${gateway!.origin}/internal/mails/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(invitation),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const SENT = { status: 200, body: { success: true, data: { sent: true } } }
const NOT_SENT = { status: 200, body: { success: true, data: { sent: false } } }

/** A mail server of the test's own; `refuses` is the status that it has for everybody's address. */
async function mailServer(refuses?: number) {
  const refusal = { status: refuses }
  const mails: { from: string; to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) =>
      done(
        refusal.status
          ? Object.assign(new Error(`<${address.address}>: try later`), { responseCode: refusal.status })
          : null,
      ),
    onData: (stream, { envelope }, done) => {
      let source = ''
      stream.on('data', (chunk: Buffer) => (source += chunk.toString()))
      stream.once('end', () => {
        const { mailFrom, rcptTo } = envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    refusal,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'And Scene <read@andscene.example>' },
  }
}

/** The parts of a mail, decoded. */
function partsOf(source: string): { headers: string; text: string; html: string } {
  const [headers = '', ...rest] = source.split('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  const bodyOf = (type: string) => {
    const [head = '', ...body] = (parts.find((part) => part.includes(type)) ?? '').split('\r\n\r\n')
    const text = body.join('\r\n\r\n')
    if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString()
    const bytes = text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  }
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') }
}
describe('decision 0047: an invitation by a mail server', () => {
  test('an invitation without a name is the owner’s', async () => {
    const { mails, env } = await mailServer()
    expect(await invite(env, { invitation: { ...INVITATION, inviter: ' ' } })).toEqual(SENT)
    expect(partsOf(mails[0]!.source).text).toMatch(/^The owner shared a script with you on And Scene: “/)
  })

  test('says who shares what, to the address as it was given, with a link to this platform', async () => {
    const { mails, env } = await mailServer()
    expect(await invite(env, { invitation: { ...INVITATION, to: 'Bob+Drafts@example.com' } })).toEqual(SENT)
    expect(mails).toMatchObject([{ from: 'read@andscene.example', to: ['Bob+Drafts@example.com'] }])
    const { headers, text, html } = partsOf(mails[0]!.source)
    expect(headers).toContain('From: And Scene <read@andscene.example>')
    expect(text).toContain(
      '“Ada <b>Writer< b>” shared a script with you on And Scene: “The "Last" Bus & Co Bcc:”',
    )
    expect(text).toContain('write notes on its lines')
    expect(text).toContain(
      `Open the invitation: https://read.example/invitation#${KEY}&Bob%2BDrafts%40example.com`,
    )
    expect(text).toContain(`I don’t know this person: https://read.example/invitation?decline#${KEY}`)
    expect(html).toContain(`href="https://read.example/invitation#${KEY}&amp;Bob%2BDrafts%40example.com"`)
  })

  test('has the same subject for everybody, no header of a person’s, and nothing of theirs is markup', async () => {
    const { mails, env } = await mailServer()
    await invite(env)
    const { headers, html } = partsOf(mails[0]!.source)
    const unfolded = headers.replaceAll(/\r\n[ \t]+/g, ' ')
    const subject = /^Subject: (.*)$/m.exec(unfolded)?.[1] ?? ''
    expect(subject).toBe('A script was shared with you on And Scene')
    expect(unfolded).not.toMatch(/^Bcc:/m)
    expect(mails[0]?.to).toEqual(['bob@example.com'])
    expect(html).toContain('“Ada &lt;b&gt;Writer&lt; b&gt;” shared')
    expect(html).toContain('The &quot;Last&quot; Bus &amp; Co')
    expect(html).not.toContain('<b>')
  })

  test('nothing that a person typed is a link, a host name or an address in it', async () => {
    const { mails, env } = await mailServer()
    const inviter = 'Your bank (bank.example), call tel:123, mail help@bank.example'
    const title =
      'Account locked: https://evil.example/a www.evil.example evil\u3002example e\u200bvil.example'
    await invite(env, { invitation: { ...INVITATION, inviter, title } })
    const { text, html } = partsOf(mails[0]!.source)
    const ours = /https:\/\/read\.example\/\S*|b…b@example\.com/g
    for (const words of [text.replaceAll(ours, ''), html.replaceAll(/<[^>]*>/g, '').replaceAll(ours, '')])
      expect(words).not.toMatch(/:\/\/|@|tel:|\u200b|[a-z0-9][.\u3002][a-z0-9]/i)
    expect(text).toContain('“Your bank (bank example), call 123, mail”')
  })

  test.each([
    'bob@example.com, eve@example.com',
    'Bob <bob@example.com>, eve@example.com',
    'x@y.z\r\nRCPT TO:<eve@example.com>',
  ])('goes to one address and nobody else: %j', async (to) => {
    const { mails, env } = await mailServer()
    expect((await invite(env, { invitation: { ...INVITATION, to } })).status).toBe(200)
    expect(mails.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
    expect(mails.flatMap((mail) => mail.to).length).toBeLessThanOrEqual(1)
  })

  test('that the server refuses for good was not sent; the log has no address', async () => {
    const { mails, env } = await mailServer(550)
    expect(await invite(env)).toEqual(NOT_SENT)
    expect(mails).toEqual([])
    expect(gateway?.refusals()).toMatchObject([{ msg: 'mail refused', reason: 'EENVELOPE 550' }])
    expect(gateway?.log()).not.toContain('bob@example.com')
  })

  test('an address gets ten a day, whoever sends them; what could not be sent counts for nothing', async () => {
    const { mails, env, refusal } = await mailServer()
    refusal.status = 451
    expect((await invite(env)).status).toBe(503)
    refusal.status = undefined
    const sends = await Promise.all(
      Array.from({ length: 14 }, (_, n) => post({ ...INVITATION, sender: `sender-${n}` })),
    )
    expect(sends.filter(({ body }) => JSON.stringify(body) === JSON.stringify(SENT.body))).toHaveLength(10)
    expect(mails).toHaveLength(10)
  })

  test('of one person an address gets two a day: the others are those of other people', async () => {
    const { mails, env, refusal } = await mailServer()
    refusal.status = 451
    await invite(env)
    refusal.status = undefined
    for (const sent of [SENT, SENT, NOT_SENT, NOT_SENT]) expect(await post()).toEqual(sent)
    for (let n = 0; n < 8; n += 1) expect(await post({ ...INVITATION, sender: `sender-${n}` })).toEqual(SENT)
    expect(mails).toHaveLength(10)
  })

  test('a person has a hundred mailed a day, whoever gets them', async () => {
    const { mails, env } = await mailServer()
    await invite(env, { invitation: { ...INVITATION, sender: 'eve' } })
    for (let n = 0; n < 100; n += 1) await post(toStranger(n))
    expect(await post(toStranger(100))).toEqual(NOT_SENT)
    expect(mails).toHaveLength(101)
    expect(await post({ ...toStranger(100), sender: 'eve' })).toEqual(SENT)
  })

  test.each([
    ['is younger than a week', async () => new Date(Date.now() - 7 * DAY_MS + 60_000)],
    ['is not there', async () => undefined],
    [
      'has an age that nobody knows',
      async () => {
        throw new Error('unavailable')
      },
    ],
  ])('a person whose account %s has ten mailed a day', async (_what, createdAt) => {
    const { mails, env } = await mailServer()
    await invite(env, { createdAt, invitation: toStranger(0) })
    for (let n = 1; n < 10; n += 1) expect(await post(toStranger(n))).toEqual(SENT)
    expect(await post(toStranger(10))).toEqual(NOT_SENT)
    expect(mails).toHaveLength(10)
  })

  test.each([
    ['in another case', (n: number) => (n % 2 ? 'BOB@example.com' : 'Bob@EXAMPLE.com')],
    ['with a tag', (n: number) => `bob+${n}@example.com`],
  ])('an address %s counts as the same', async (_how, to) => {
    const { env } = await mailServer()
    await invite(env, { invitation: { ...INVITATION, to: to(0) } })
    expect(await post({ ...INVITATION, to: to(1) })).toEqual(SENT)
    expect(await post({ ...INVITATION, to: to(2) })).toEqual(NOT_SENT)
    for (let n = 3; n < 11; n += 1)
      expect(await post({ ...INVITATION, sender: `sender-${n}`, to: to(n) })).toEqual(SENT)
    expect(await post({ ...INVITATION, sender: 'eve', to: to(11) })).toEqual(NOT_SENT)
  })

  test('the address is not printed in its words: the sender may choose a tag', async () => {
    const { mails, env } = await mailServer()
    await invite(env, { invitation: { ...INVITATION, to: 'bob+your-prize-is-waiting@example.com' } })
    const { text, html } = partsOf(mails[0]!.source)
    const words = [text.replaceAll(/https:\S*/g, ''), html.replaceAll(/<[^>]*>/g, '')]
    for (const one of words) expect(one).not.toContain('prize')
    expect(text).toContain('The invitation is for b…g@example.com and can be accepted')
  })

  test('is to be tried again while the server is busy or away; the log has no address', async () => {
    const { env } = await mailServer(451)
    expect(await invite(env)).toMatchObject({ status: 503, body: { code: 'AWAY' } })
    expect(gateway?.log()).toContain('EENVELOPE 451')
    expect(gateway?.log()).not.toContain('bob@example.com')
    await gateway?.close()
    const nobody = { ...env, SMTP_URL: 'smtp://127.0.0.1:1' }
    expect(await invite(nobody)).toMatchObject({ status: 503, body: { code: 'AWAY' } })
  })
})

describe('decision 0024: an invitation beside the embedded identity', () => {
  test('is put into the development mailbox, with the secret of the run, whatever mail server there is', async () => {
    const seen: { url?: string | undefined; secret: unknown; body: string }[] = []
    let status = 200
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.once('end', () => {
        seen.push({ url: request.url, secret: request.headers['x-identity-secret'], body })
        response.writeHead(status).end('{}')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const embedded = { projectId: 'p', url, secret: 's3', publicKey: '' }
    const { mails, env } = await mailServer()
    expect(await invite(env, { embedded })).toEqual(SENT)
    expect(seen).toMatchObject([{ url: '/identity/mailbox', secret: 's3' }])
    expect(JSON.parse(seen[0]!.body)).toEqual({
      to: 'bob@example.com',
      subject: 'A script was shared with you on And Scene',
      path: `/invitation#${KEY}&bob%40example.com`,
    })
    expect(mails).toEqual([])
    await gateway?.close()
    status = 503
    expect(await invite({}, { embedded })).toMatchObject({ status: 503, body: { code: 'AWAY' } })
  })
})

test('decision 0047: a platform without a mail server says that nothing was sent', async () => {
  expect(await invite()).toEqual(NOT_SENT)
})

test.each([
  ['nobody', '', 401],
  ['another service', keys.token('tts', 'gateway'), 403],
  ['a person', keys.token('gateway', 'gateway', { sub: 'ada' }), 403],
  ['the gateway itself', keys.token('gateway', 'gateway'), 403],
  ['a token for another service', keys.token('scripts', 'tts'), 401],
])('product §10: sends no mail for %s', async (_who, token, status) => {
  const { mails, env } = await mailServer()
  expect((await invite(env, {}, token)).status).toBe(status)
  expect(mails).toEqual([])
})
