import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { dependencyUnavailable } from '@andscene/service-kit/http-error'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { scriptsConfig } from '../config.ts'
import type { SendDailyMail } from '../mail/daily-mail.ts'
import { createMailer } from '../mail/mailer.ts'
import { openStores, type Stores } from '../store/open-stores.ts'
import type { NewNote } from '../store/note-store.ts'
import { mailServer, partsOf } from '../testing/mail-server.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { note } from '../testing/new-note.ts'
import { collaborator } from '../testing/new-share.ts'
import { script } from '../testing/new-script.ts'
import { RETRY_MS, SETTLING_MS, startDailyMails } from './daily-mails.ts'

const DAY_MS = 24 * 3_600_000
const ADDRESS = 'ada@example.com'
const folder = await temporaryFolder()
afterAll(() => folder.remove())

let clock: ReturnType<typeof manualClock>
let stores: Stores
let place: { DATA_DIR: string }
let verified: Map<string, string>
let warned: unknown[]
beforeEach(async () => {
  clock = manualClock()
  place = { DATA_DIR: join(folder.path, randomUUID()) }
  stores = await openStores(place)
  verified = new Map([['ada', ADDRESS]])
  warned = []
  for (const id of ['a', 'b']) await stores.scripts.insert(script(id))
  await stores.profiles.change('ada', { dailyNotes: true }, clock.now())
  onTestFinished(() => stores.close())
})

/** Starts a process that sends due mails. */
function start(send: SendDailyMail | undefined, of = stores) {
  const log = { warn: (fields: unknown) => warned.push(fields) }
  const accounts = { verifiedEmail: async (uid: string) => verified.get(uid) }
  const mails = startDailyMails({ stores: of, accounts, send }, clock, log as never)
  onTestFinished(() => mails.close())
  return mails
}
/** Advances the clock and waits until the sweep that is then due has ended. */
const pass = async (ms: number) => {
  await expect.poll(() => clock.next()).toBeDefined()
  clock.advance(ms)
  await expect.poll(() => clock.next()).toBeDefined()
}
let made = 0
/** Stores a note that eve writes a moment later. */
const written = (over: Partial<NewNote> = {}) => {
  made += 1
  clock.advance(1)
  const by = { authorId: 'eve', author: 'Eve' }
  return stores.notes.add(note(`n${made}`, { ...by, createdAt: clock.now(), ...over }))
}

type Refusal = { status?: number }
/** Starts a mail server on this machine, and a process that uses it. */
async function smtp(refusal: Refusal = {}) {
  const { seen, port } = await mailServer('127.0.0.1', {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const error = Object.assign(new Error(`<${address}>: no`), { responseCode: refusal.status })
      done(refusal.status ? error : null)
    },
  })
  return { mails: seen.mails, send: await senderTo(port) }
}
async function senderTo(port: number): Promise<SendDailyMail> {
  const config = scriptsConfig({
    FIREBASE_PROJECT_ID: 'p',
    TTS_URL: 'x',
    SUBSCRIPTIONS_URL: 'x',
    PUBLIC_ORIGIN: 'https://read.example',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'And Scene <read@andscene.example>',
  })
  return (await createMailer(config))!.sendDaily
}
const read = ({ source }: { source: string }) => {
  const parts = partsOf(source)
  return { ...parts, text: parts.text.replaceAll('\r\n', '\n') }
}
const textOf = (mail: { source: string }) => read(mail).text

describe('product §12: the daily mail', () => {
  test('lists the new notes of others by script, once a day, and can be stopped with one click', async () => {
    const { mails, send } = await smtp()
    start(send)
    await written({ text: 'Slower, with the wind.' })
    await written({ text: 'My own', authorId: 'ada', author: 'Ada' })
    await written({ text: 'Louder', scriptId: 'b' })
    await pass(DAY_MS - 60_000)
    expect(mails).toEqual([])
    await pass(60_000)
    expect(mails).toMatchObject([{ from: 'read@andscene.example', to: [ADDRESS] }])
    const { headers, text, html } = read(mails[0]!)
    expect(headers).toMatch(/^Subject: 2 new notes on And Scene\r?$/m)
    expect(text).toContain('“Title of a”: 1 new note\n- Eve: Slower, with the wind')
    expect(text).toContain('“Title of b”: 1 new note\n- Eve: Louder')
    expect(text).not.toContain('My own')
    expect(text).toContain('https://read.example/scripts/a')
    expect(text).toContain('https://read.example/settings#notes')
    const key = /https:\/\/read\.example\/unsubscribe#([\w-]{43})/.exec(text)?.[1] ?? ''
    expect(html).toContain(`href="https://read.example/unsubscribe#${key}"`)
    const unfolded = headers.replaceAll(/\r\n[ \t]+/g, '')
    expect(unfolded).toContain(`<https://read.example/api/profile/unsubscribe?key=${key}>`)
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)

    await written({ text: 'The same day' })
    await pass(DAY_MS - 60_000)
    expect(mails).toHaveLength(1)
    await pass(60_000)
    expect(mails.map(textOf)).toMatchObject([expect.anything(), expect.stringContaining('The same day')])
    expect(textOf(mails[1]!)).not.toContain('Slower')

    await stores.profiles.stopMail(key)
    await written()
    await pass(DAY_MS)
    expect(mails).toHaveLength(2)
  })

  test('is not sent without new notes, to a user who did not ask for it, or without a mail server', async () => {
    const { mails, send } = await smtp()
    start(send)
    await pass(DAY_MS)
    expect(mails).toEqual([])
    await stores.profiles.change('ada', { dailyNotes: false }, clock.now())
    await written()
    await pass(DAY_MS)
    expect(mails).toEqual([])
    await stores.profiles.change('ada', { dailyNotes: true }, clock.now())
    start(undefined)
    await pass(DAY_MS)
    expect(mails).toEqual([])
  })

  test('lists a note of the last minute in the next mail, because it may still be in transfer', async () => {
    const { mails, send } = await smtp()
    const process = start(send)
    await written({ text: 'Early' })
    await pass(DAY_MS - SETTLING_MS + 500)
    await written({ text: 'Late' })
    clock.advance(SETTLING_MS - 1)
    process.wake()
    await expect.poll(() => mails.length).toBe(1)
    expect(mails.map(textOf)).toEqual([expect.stringMatching(/Early(?![^]*Late)/)])
    await pass(DAY_MS)
    expect(mails.map(textOf)[1]).toMatch(/Late/)
  })

  test('is not sent to an unverified address, nor are its notes later', async () => {
    const { mails, send } = await smtp()
    start(send)
    verified.clear()
    await written()
    await pass(DAY_MS)
    verified.set('ada', ADDRESS)
    await pass(DAY_MS)
    expect(mails).toEqual([])
  })

  test('contains no deleted note, and nothing of a script that the user may not read any more', async () => {
    const { mails, send } = await smtp()
    verified.set('bob', 'bob@example.com')
    await stores.profiles.change('bob', { dailyNotes: true }, clock.now())
    for (const [id, scriptId] of [
      ['c1', 'a'],
      ['c2', 'b'],
    ] as const)
      await stores.shares.invite(
        collaborator(id, { scriptId, email: 'bob@example.com', uid: 'bob', role: 'commenter' }),
      )
    start(send)
    const kept = await written({ text: 'Kept', authorId: 'mia', author: 'Mia' })
    const removed = await written({ text: 'Removed' })
    const answered = await written({ text: 'Answered' })
    await written({ text: 'Answer', authorId: 'mia', author: 'Mia', replyTo: answered!.id })
    await written({ text: 'On b', scriptId: 'b' })
    for (const { id } of [removed!, answered!]) await stores.notes.remove('a', id, clock.now())
    await stores.shares.removeCollaborator('a', 'c1', clock.now())
    await stores.shares.changeRole('b', 'c2', 'listener')
    await stores.scripts.remove('b', 'r')
    await pass(DAY_MS)
    expect(mails).toMatchObject([{ to: [ADDRESS] }])
    expect(textOf(mails[0]!)).toContain('“Title of a”: 2 new notes\n- Mia: Kept\n- Mia: Answer\n')
    expect(textOf(mails[0]!)).not.toMatch(/Removed|Answered|On b/)
    expect(kept).toBeDefined()
  })

  test('lists a script that is shared with the user, with the names that others have set', async () => {
    const { mails, send } = await smtp()
    verified.set('bob', 'bob@example.com')
    await stores.profiles.change('bob', { dailyNotes: true }, clock.now())
    await stores.profiles.change('ada', { dailyNotes: false, name: 'A. King' }, clock.now())
    await stores.shares.invite(collaborator('c', { email: 'bob@example.com', uid: 'bob', role: 'commenter' }))
    start(send)
    await written({ authorId: 'ada', author: 'Ada', text: 'From the owner' })
    await pass(DAY_MS)
    expect(mails.map(({ to }) => to)).toEqual([['bob@example.com']])
    expect(textOf(mails[0]!)).toContain('- A. King: From the owner')
  })

  test('shows first the notes that mention the user', async () => {
    const { mails, send } = await smtp()
    start(send)
    await written({ text: 'First' })
    await written({ scriptId: 'b', text: 'On b' })
    await written({ scriptId: 'b', text: 'Look here @Ada', mentions: [{ uid: 'ada', name: 'Ada' }] })
    await pass(DAY_MS)
    expect(textOf(mails[0]!)).toMatch(
      /^“Title of b”: 2 new notes\n- Eve mentioned you: Look here\n- Eve: On b\n[^]*“Title of a”/,
    )
  })

  test('is short, and contains no link, address or markup that others typed', async () => {
    const { mails, send } = await smtp()
    start(send)
    const text = 'Your account is locked: https://evil.example/a <b>evil.example</b> help@bank.example'
    for (let n = 0; n < 7; n += 1) await written({ text, author: 'Your bank.example' })
    await written({ text: 'x'.repeat(2_000), scriptId: 'b' })
    await pass(DAY_MS)
    const parts = read(mails[0]!)
    expect(parts.text).toContain('- and 2 more')
    const ours = /https:\/\/read\.example\/\S*/g
    const words = [
      parts.text.replaceAll(ours, ''),
      parts.html.replaceAll(/<[^>]*>/g, '').replaceAll(ours, ''),
    ]
    for (const one of words) expect(one).not.toMatch(/:\/\/|@|[a-z0-9]\.[a-z0-9]/i)
    expect(parts.html).not.toContain('<b>')
    expect(parts.text.length).toBeLessThan(3_000)
    expect(read(mails[0]!).headers).not.toMatch(/bank/)
  })

  test('is not sent after the account was closed', async () => {
    const { mails, send } = await smtp()
    start(send)
    await written()
    await stores.accounts.close({ uid: 'ada', requestId: 'r' }, clock.now())
    await pass(DAY_MS)
    expect(mails).toEqual([])
  })
})

describe('decision 0084: faults of the daily mail', () => {
  test('while the mail server is down it is retried, and sent once', async () => {
    const down = createServer().listen(0, '127.0.0.1')
    await once(down, 'listening')
    const { port } = down.address() as AddressInfo
    await new Promise((resolve) => down.close(resolve))
    const { mails, send } = await smtp()
    const offline = await senderTo(port)
    const server = { isUp: false }
    start((mail) => (server.isUp ? send(mail) : offline(mail)))
    await written({ text: 'Kept' })
    await pass(DAY_MS)
    await pass(RETRY_MS)
    expect(mails).toEqual([])
    server.isUp = true
    await pass(RETRY_MS)
    for (let n = 0; n < 3; n += 1) await pass(RETRY_MS)
    expect(mails.map(textOf)).toEqual([expect.stringContaining('Kept')])
    expect(JSON.stringify(warned)).not.toContain(ADDRESS)
  })

  test('a temporary rejection is retried, a permanent one is not repeated', async () => {
    const refusal: Refusal = { status: 451 }
    const { mails, send } = await smtp(refusal)
    start(send)
    await written({ text: 'Later' })
    await pass(DAY_MS)
    delete refusal.status
    await pass(RETRY_MS)
    expect(mails).toHaveLength(1)
    refusal.status = 550
    await written({ text: 'Never' })
    await pass(DAY_MS)
    delete refusal.status
    await pass(DAY_MS)
    expect(mails).toHaveLength(1)
  })

  test('two processes send it once', async () => {
    const { mails, send } = await smtp()
    const other = await openStores(place)
    onTestFinished(() => other.close())
    start(send)
    start(send, other)
    await written()
    await pass(DAY_MS)
    await pass(60_000)
    await expect.poll(() => mails.length).toBe(1)
  })

  test('after a crash while sending there is no second mail that day, and the next one lists its notes', async () => {
    const { mails, send } = await smtp()
    const reached = Promise.withResolvers<void>()
    let isCrashed = false
    const crashing = startDailyMails(
      {
        stores,
        accounts: { verifiedEmail: async () => ADDRESS },
        send: () => {
          reached.resolve()
          return new Promise(() => undefined)
        },
      },
      { now: clock.now, after: (ms, work) => clock.after(ms, () => !isCrashed && work()) },
      { warn: () => undefined } as never,
    )
    expect(crashing).toBeDefined()
    await written({ text: 'Before the crash' })
    await expect.poll(() => clock.next()).toBeDefined()
    clock.advance(DAY_MS)
    await reached.promise
    isCrashed = true
    start(send)
    await pass(60_000)
    expect(mails).toEqual([])
    await written({ text: 'After it' })
    await pass(DAY_MS)
    expect(mails.map(textOf)).toEqual([expect.stringMatching(/Before the crash[^]*After it/)])
  })

  test('when the connection is lost before the server responds to the mail, it is not sent again that day', async () => {
    const { port, received } = await vanishingServer()
    const { mails, send } = await smtp()
    const unsure = await senderTo(port)
    let sent = 0
    start((mail) => {
      sent += 1
      return sent === 1 ? unsure(mail) : send(mail)
    })
    await written({ text: 'Perhaps mailed' })
    await pass(DAY_MS)
    expect(received()).toContain('Perhaps mailed')
    for (let n = 0; n < 3; n += 1) await pass(RETRY_MS)
    expect(sent).toBe(1)
    expect(warned).toContainEqual({ outcome: 'unknown' })
    await pass(DAY_MS)
    expect(mails.map(textOf)).toEqual([expect.stringContaining('Perhaps mailed')])
  })

  test('failing mails do not delay those of others, also of many users', async () => {
    const sent: string[] = []
    await stores.profiles.change('ada', { dailyNotes: false }, clock.now())
    for (let n = 0; n < 12; n += 1) {
      verified.set(`u${n}`, `u${n}@example.com`)
      await stores.profiles.change(`u${n}`, { dailyNotes: true }, clock.now())
      await stores.scripts.insert(script(`s${n}`, { ownerId: `u${n}` }))
      await written({ scriptId: `s${n}` })
    }
    start(async ({ to }) => {
      if (Number(/\d+/.exec(to)) < 10) throw dependencyUnavailable('mail', new Error('451'))
      sent.push(to)
      return 'sent'
    })
    await pass(DAY_MS)
    for (let n = 0; n < 5; n += 1) await pass(60_000)
    expect(sent.toSorted()).toEqual(['u10@example.com', 'u11@example.com'])
  })
})

/** A mail server that receives a mail and then closes the connection without a response. */
async function vanishingServer() {
  const seen: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    let isData = false
    open.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (bytes: Buffer) => {
      const words = bytes.toString('latin1')
      if (isData) {
        seen.push(words)
        if (seen.join('').includes('\r\n.\r\n')) socket.destroy()
        return
      }
      if (/^DATA/i.test(words)) {
        isData = true
        socket.write('354 continue\r\n')
      } else socket.write('250 ok\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received: () => seen.join('') }
}
