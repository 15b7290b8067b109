import { listening } from '@andscene/testing/listening'
import { createServer } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { inspect } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { INVITATION, mailServer, partsOf } from '../testing/mail-server.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { IdentityAccounts } from '@andscene/service-kit/identity/accounts'
import { scriptsConfig } from '../config.ts'
import { createMailer, type Invitation } from './mailer.ts'
import { invitationSender, type SendInvitation } from './send-invitation.ts'

const ENV = {
  FIREBASE_PROJECT_ID: 'p',
  TTS_URL: 'x',
  SUBSCRIPTIONS_URL: 'x',
  PUBLIC_ORIGIN: 'https://read.example,https://other.example',
}
const toStranger = (n: number): Invitation => ({ ...INVITATION, to: `stranger-${n}@example.com` })
const KEY = 'k'.repeat(43)
const DAY_MS = 24 * 3_600_000
const warn = vi.fn<FastifyBaseLogger['warn']>()
const log = { warn } as unknown as FastifyBaseLogger
beforeEach(() => void warn.mockClear())

let send: SendInvitation
const post = (invitation: Partial<Invitation> = {}) => send({ ...INVITATION, ...invitation }, log)

/** Sends an invitation with new counters. The sender's account is a week old. */
async function invite(
  env: Record<string, string> = {},
  invitation: Partial<Invitation> = {},
  createdAt: IdentityAccounts['createdAt'] = async () => new Date(Date.now() - 7 * DAY_MS),
): Promise<boolean> {
  const mailer = await createMailer(scriptsConfig({ ...ENV, ...env }))
  send = invitationSender({ mailer, accounts: { createdAt }, counters: undefined })
  return post(invitation)
}

/** Starts a mail server; with `refuses` it responds to each recipient with this status. */
async function recordingServer(refuses?: number) {
  const refusal = { status: refuses }
  const { seen, port } = await mailServer('127.0.0.1', {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const error = Object.assign(new Error(`<${address}>: try later`), { responseCode: refusal.status })
      done(refusal.status ? error : null)
    },
  })
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'And Scene <read@andscene.example>' }
  return { mails: seen.mails, refusal, env }
}

describe('decision 0047: an invitation by a mail server', () => {
  test('names the sender and the title, goes to the address as entered, and links to this platform', async () => {
    const { mails, env } = await recordingServer()
    expect(await invite(env, { to: 'Bob+Drafts@example.com' })).toBe(true)
    expect(mails).toMatchObject([{ from: 'read@andscene.example', to: ['Bob+Drafts@example.com'] }])
    const { headers, text, html } = partsOf(mails[0]!.source)
    expect(headers).toContain('From: And Scene <read@andscene.example>')
    expect(text).toContain('“Ada <b>Writer< b>” shared a script')
    expect(text).toContain('“The "Last" Bus & Co Bcc:”')
    expect(text).toContain(`https://read.example/invitation#${KEY}&Bob%2BDrafts%40example.com`)
    expect(text).toContain(`https://read.example/invitation?decline#${KEY}`)
    expect(html).toContain(`href="https://read.example/invitation#${KEY}&amp;Bob%2BDrafts%40example.com"`)
  })

  test('has a constant subject, and no header or markup from a user', async () => {
    const { mails, env } = await recordingServer()
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

  test('contains no link, host name or address that a user typed', async () => {
    const { mails, env } = await recordingServer()
    const inviter = 'Your bank (bank.example), call tel:123, mail help@bank.example'
    const title =
      'Account locked: https://evil.example/a www.evil.example evil\u3002example e\u200bvil.example'
    await invite(env, { inviter, title })
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
  ])('goes to one address only: %j', async (to) => {
    const { mails, env } = await recordingServer()
    await invite(env, { to })
    expect(mails.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
    expect(mails.flatMap((mail) => mail.to).length).toBeLessThanOrEqual(1)
  })

  test('is not sent when the server rejects it permanently, and the log does not contain the address', async () => {
    const { mails, env } = await recordingServer(550)
    expect(await invite(env)).toBe(false)
    expect(mails).toEqual([])
    expect(warn.mock.calls).toEqual([[{ reason: 'EENVELOPE 550' }, 'mail refused']])
  })

  test('is limited to two a day from one sender to one address, not counting other senders', async () => {
    const { mails, env, refusal } = await recordingServer()
    refusal.status = 451
    await invite(env).catch(() => undefined)
    refusal.status = undefined
    for (const sent of [true, true, false, false]) expect(await post()).toBe(sent)
    for (let n = 0; n < 8; n += 1) expect(await post({ sender: `sender-${n}` })).toBe(true)
    expect(mails).toHaveLength(10)
  })

  test('is limited to a hundred a day for one sender', async () => {
    const { mails, env } = await recordingServer()
    await invite(env, { sender: 'eve' })
    for (let n = 0; n < 100; n += 1) await post(toStranger(n))
    expect(await post(toStranger(100))).toBe(false)
    expect(mails).toHaveLength(101)
    expect(await post({ ...toStranger(100), sender: 'eve' })).toBe(true)
  })

  test.each([
    ['is younger than a week', async () => new Date(Date.now() - 7 * DAY_MS + 60_000)],
    ['is unknown', async () => undefined],
    ['has an unknown age', () => Promise.reject(new Error('unavailable'))],
  ])('is limited to ten a day for a sender whose account %s', async (_what, createdAt) => {
    const { mails, env } = await recordingServer()
    await invite(env, toStranger(0), createdAt)
    for (let n = 1; n < 10; n += 1) expect(await post(toStranger(n))).toBe(true)
    expect(await post(toStranger(10))).toBe(false)
    expect(mails).toHaveLength(10)
  })

  test.each([
    ['in another case', (n: number) => (n % 2 ? 'BOB@example.com' : 'Bob@EXAMPLE.com')],
    ['with a tag', (n: number) => `bob+${n}@example.com`],
  ])('counts an address %s as the same address', async (_how, to) => {
    const { env } = await recordingServer()
    await invite(env, { to: to(0) })
    expect(await post({ to: to(1) })).toBe(true)
    expect(await post({ to: to(2) })).toBe(false)
    for (let n = 3; n < 11; n += 1) expect(await post({ sender: `sender-${n}`, to: to(n) })).toBe(true)
    expect(await post({ sender: 'eve', to: to(11) })).toBe(false)
  })

  test('masks the address in its text, because the sender may choose a tag', async () => {
    const { mails, env } = await recordingServer()
    await invite(env, { to: 'bob+your-prize-is-waiting@example.com' })
    const { text, html } = partsOf(mails[0]!.source)
    const words = [text.replaceAll(/https:\S*/g, ''), html.replaceAll(/<[^>]*>/g, '')]
    for (const one of words) expect(one).not.toContain('prize')
    expect(text).toContain('The invitation is for b…g@example.com and can be accepted')
  })

  test('throws an error without the address while the server is busy or unavailable', async () => {
    const { env } = await recordingServer(451)
    const busy = await invite(env).catch((error: unknown) => error)
    expect(busy).toMatchObject({ code: 'AWAY', cause: { message: 'EENVELOPE 451' } })
    expect(inspect(busy, { depth: null })).not.toContain('bob@example.com')
    const unavailable = { ...env, SMTP_URL: 'smtp://127.0.0.1:1' }
    await expect(invite(unavailable)).rejects.toMatchObject({ code: 'AWAY' })
  })
})

describe('decision 0024: an invitation with the embedded identity', () => {
  test('is put into the development mailbox, even when a mail server is configured', async () => {
    const seen: { url?: string | undefined; secret: unknown; body: string }[] = []
    let status = 200
    const server = createServer(async (request, response) => {
      const { url: path, headers } = request
      seen.push({ url: path, secret: headers['x-identity-secret'], body: await textOf(request) })
      response.writeHead(status).end('{}')
    })
    const { url, close } = await listening(server)
    onTestFinished(close)
    const { mails, env } = await recordingServer()
    const embedded = { ...env, IDENTITY_URL: url, IDENTITY_SECRET: 's3' }
    expect(await invite(embedded)).toBe(true)
    expect(seen).toMatchObject([{ url: '/identity/mailbox', secret: 's3' }])
    expect(JSON.parse(seen[0]!.body)).toEqual({
      to: 'bob@example.com',
      subject: 'A script was shared with you on And Scene',
      path: `/invitation#${KEY}&bob%40example.com`,
    })
    expect(mails).toEqual([])
    const { sendDaily } = (await createMailer(scriptsConfig({ ...ENV, ...embedded })))!
    const news = {
      id: 's1',
      title: 'The Loan',
      count: 1,
      notes: [{ author: 'Eve', text: 'Slower', isMention: false }],
    }
    const daily = { to: 'bob@example.com', scripts: [news], key: KEY }
    expect(await sendDaily(daily)).toBe('sent')
    expect(JSON.parse(seen[1]!.body)).toEqual({
      to: 'bob@example.com',
      subject: '1 new note on And Scene',
      path: '/scripts/s1',
      text: expect.stringContaining(`https://read.example/unsubscribe#${KEY}`),
    })
    status = 503
    await expect(invite(embedded)).rejects.toMatchObject({ code: 'AWAY' })
    await expect(sendDaily(daily)).rejects.toMatchObject({ code: 'AWAY' })
  })
})

test('decision 0047: without a mail server no mail is sent', async () => {
  expect(await invite()).toBe(false)
})
