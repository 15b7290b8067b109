import type { ProgressBody, ProgressResponse } from '@andscene/contracts/progress'
import { PROGRESS_AGE_LIMIT_MS } from '@andscene/contracts/limits'
import { lastLineKey } from '@andscene/web-kit/storage-keys'
import { beforeEach, describe, expect, test } from 'vitest'
import { createProgressStore, lastLine, readLocalLine, untoldLine } from './progress-store.ts'
import { settle } from '../testing/fake-clock.ts'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const iso = (at: number) => new Date(at).toISOString()

beforeEach(() => localStorage.clear())

const online = () => undefined
const offline = () => Promise.reject(new Error('offline'))

type Options = { ahead?: number; isOlder?: boolean }

/**
 * This device, whose clock is `ahead`, and a server that follows product §4. An older server ignores and returns no
 * ages.
 */
function world({ ahead = 0, isOlder = false }: Options = {}) {
  let time = NOON
  let clockError = ahead
  let take: () => unknown = online
  let stored: { line: number; at: number } | undefined
  const bodies: ProgressBody[] = []

  const record = (): ProgressResponse => ({
    success: true,
    lastPlayedLineIndex: stored?.line ?? -1,
    ...(stored && { lastUpdated: iso(stored.at), ...(!isOlder && { ageMs: time - stored.at }) }),
  })
  function put({ lastPlayedLineIndex: line, ageMs, follows }: ProgressBody) {
    const playedAt = Math.max(time - (ageMs ?? 0), follows ? Date.parse(follows) + 1 : 0)
    if (isOlder || ageMs === undefined) stored = { line, at: time }
    else if (!stored || stored.at <= playedAt) stored = { line, at: playedAt }
    return record()
  }
  const now = () => time + clockError
  const openPage = () =>
    createProgressStore({
      scriptId: 's',
      now,
      async send(body) {
        await take()
        bodies.push(body())
        return put(bodies.at(-1)!)
      },
    })
  let page = openPage()

  return {
    bodies,
    record,
    pass: (ms: number) => void (time += ms),
    correctClock: () => void (clockError = 0),
    handleWrites: (next: () => unknown) => void (take = next),
    loseNetwork: () => void (take = offline),
    regainNetwork: () => void (take = online),
    playElsewhere: (line: number) => put({ lastPlayedLineIndex: line }),
    /** Another tab of this device. */
    openTab: openPage,
    async play(line: number) {
      page.save(line)
      await settle()
    },
    async sendAgain() {
      page.sendAgain()
      await settle()
    },
    /** Opens the script again, as the page does; returns the line at which it opens. */
    async open(server: ProgressResponse | undefined = record()) {
      page = openPage()
      const local = readLocalLine('s')
      const received = server && { ...server, receivedAt: now() }
      const line = lastLine(local, received, now())
      page.see(server?.lastUpdated)
      const untold = received && untoldLine(local, received, now())
      if (untold) page.tell(untold)
      await settle()
      return line
    },
  }
}

describe('product §9 the last line', () => {
  test('is stored per script, locally and on the server; a negative index clears it', async () => {
    const { play, bodies } = world()
    await play(7)
    expect(readLocalLine('s')).toEqual({ lastPlayedLineIndex: 7, lastUpdated: iso(NOON), known: iso(NOON) })
    expect(readLocalLine('other')).toBeNull()
    expect(bodies).toEqual([{ lastPlayedLineIndex: 7 }])
    await play(-1)
    expect(localStorage.getItem(lastLineKey('s'))).toBeNull()
  })

  test('is sent one write at a time, the newest last', async () => {
    const { play, bodies, handleWrites } = world()
    const ends: (() => void)[] = []
    handleWrites(() => new Promise<void>((resolve) => ends.push(resolve)))
    for (const line of [1, 2, 3, 4]) await play(line)
    expect(ends).toHaveLength(1)
    for (const _ of [1, 2]) {
      ends.shift()?.()
      await settle()
    }
    expect(bodies).toEqual([{ lastPlayedLineIndex: 1 }, { lastPlayedLineIndex: 4 }])
  })

  test('is sent again once on request, with its age, and is marked `untold` until the server has it', async () => {
    const { play, bodies, loseNetwork, regainNetwork, pass, sendAgain } = world()
    loseNetwork()
    await play(1)
    await play(2)
    expect(readLocalLine('s')).toMatchObject({ lastPlayedLineIndex: 2, untold: true })
    pass(MINUTE)
    regainNetwork()
    await sendAgain()
    await sendAgain()
    expect(bodies).toEqual([{ lastPlayedLineIndex: 2, ageMs: MINUTE }])
    expect(readLocalLine('s')).toEqual({ lastPlayedLineIndex: 2, lastUpdated: iso(NOON), known: iso(NOON) })
  })

  test.each(['{"lastPlayedLineIndex":"x"}', 'not JSON'])('ignores an unreadable record: %s', (stored) => {
    localStorage.setItem(lastLineKey('s'), stored)
    expect(readLocalLine('s')).toBeNull()
  })
})

describe.each([
  ['an hour ahead', HOUR],
  ['right', 0],
  ['an hour behind', -HOUR],
])('product §4 the line played last wins, on a device whose clock is %s', (_clock, ahead) => {
  test('a line played here, then one played elsewhere', async () => {
    const { play, pass, playElsewhere, open } = world({ ahead })
    await play(5)
    pass(MINUTE)
    playElsewhere(9)
    pass(MINUTE)
    expect(await open()).toBe(9)
  })

  test('a line played elsewhere, then one played here while cut off', async () => {
    const { play, pass, playElsewhere, open, loseNetwork, regainNetwork, record } = world({ ahead })
    await play(2)
    playElsewhere(9)
    loseNetwork()
    pass(MINUTE)
    await play(5)
    pass(MINUTE)
    regainNetwork()
    expect(await open()).toBe(5)
    expect(record()).toMatchObject({ lastPlayedLineIndex: 5, ageMs: MINUTE })
  })

  test('a line played here while cut off, then one played elsewhere, then this page comes online', async () => {
    const { play, pass, playElsewhere, open, loseNetwork, regainNetwork, sendAgain, record } = world({
      ahead,
    })
    loseNetwork()
    await play(5)
    pass(MINUTE)
    playElsewhere(9)
    pass(MINUTE)
    regainNetwork()
    await sendAgain()
    expect(record()).toMatchObject({ lastPlayedLineIndex: 9 })
    expect(await open()).toBe(9)
    expect(await open(undefined), 'known on this device too').toBe(9)
  })

  test('a line played here while cut off, then one played elsewhere, then the script is opened here', async () => {
    const { play, pass, playElsewhere, open, loseNetwork, regainNetwork, record, bodies } = world({ ahead })
    loseNetwork()
    await play(5)
    pass(MINUTE)
    playElsewhere(9)
    pass(MINUTE)
    regainNetwork()
    expect(await open()).toBe(9)
    expect(bodies).toEqual([])
    expect(record()).toMatchObject({ lastPlayedLineIndex: 9 })
  })

  test('cleared elsewhere after a line was played here; played here after it was cleared', async () => {
    const { play, pass, playElsewhere, open, loseNetwork } = world({ ahead })
    await play(5)
    pass(MINUTE)
    playElsewhere(-1)
    expect(await open()).toBe(-1)
    loseNetwork()
    pass(MINUTE)
    await play(6)
    expect(await open()).toBe(6)
  })

  test('cleared here while cut off', async () => {
    const { play, pass, open, loseNetwork, regainNetwork, record } = world({ ahead })
    await play(5)
    loseNetwork()
    pass(MINUTE)
    await play(-1)
    regainNetwork()
    expect(await open()).toBe(-1)
    expect(record()).toMatchObject({ lastPlayedLineIndex: -1 })
    expect(localStorage.getItem(lastLineKey('s'))).toBeNull()
  })

  test('played in one tab while cut off, then in another tab', async () => {
    const { play, pass, openTab, open, loseNetwork, regainNetwork, sendAgain, record } = world({ ahead })
    loseNetwork()
    await play(5)
    pass(MINUTE)
    regainNetwork()
    openTab().save(8)
    await settle()
    pass(MINUTE)
    await sendAgain()
    expect(record()).toMatchObject({ lastPlayedLineIndex: 8 })
    expect(await open()).toBe(8)
  })

  test('the clock is corrected before the line is sent', async () => {
    const { play, pass, open, loseNetwork, regainNetwork, correctClock, record } = world({ ahead })
    await play(2)
    loseNetwork()
    pass(MINUTE)
    await play(5)
    correctClock()
    pass(MINUTE)
    regainNetwork()
    expect(await open()).toBe(5)
    expect(record()).toMatchObject({ lastPlayedLineIndex: 5 })
  })

  test('an older server, which reports no ages', async () => {
    const { play, pass, playElsewhere, open, loseNetwork, regainNetwork, record } = world({
      ahead,
      isOlder: true,
    })
    await play(5)
    pass(MINUTE)
    playElsewhere(9)
    expect(await open()).toBe(9)
    loseNetwork()
    pass(MINUTE)
    await play(6)
    regainNetwork()
    expect(await open()).toBe(6)
    expect(record()).toMatchObject({ lastPlayedLineIndex: 6 })
  })

  test('a record of an older release: sent, and not sent', async () => {
    const { pass, playElsewhere, open, record } = world({ ahead })
    const older = { lastPlayedLineIndex: 5, lastUpdated: iso(NOON + ahead) }
    localStorage.setItem(lastLineKey('s'), JSON.stringify(older))
    pass(-MINUTE)
    playElsewhere(9)
    pass(2 * MINUTE)
    expect(await open(), 'the server has had it').toBe(9)
    localStorage.setItem(lastLineKey('s'), JSON.stringify({ ...older, untold: true }))
    expect(await open()).toBe(5)
    expect(record()).toMatchObject({ lastPlayedLineIndex: 5 })
  })

  test('a record of the server that was requested before a line was played here', async () => {
    const { play, pass, playElsewhere, open, record } = world({ ahead })
    playElsewhere(3)
    const cached = record()
    pass(MINUTE)
    await play(5)
    expect(await open(cached)).toBe(5)
  })
})

test('product §4 a clock that was set back while cut off does not hide a line played elsewhere', async () => {
  const { play, pass, playElsewhere, open, loseNetwork, regainNetwork, correctClock, sendAgain } = world({
    ahead: HOUR,
  })
  await play(2)
  loseNetwork()
  await play(5)
  correctClock()
  pass(MINUTE)
  playElsewhere(9)
  regainNetwork()
  await sendAgain()
  expect(await open()).toBe(9)
})

test('sends no age above the limit', async () => {
  const { play, pass, loseNetwork, regainNetwork, sendAgain, bodies } = world()
  loseNetwork()
  await play(5)
  pass(2 * PROGRESS_AGE_LIMIT_MS)
  regainNetwork()
  await sendAgain()
  expect(bodies).toEqual([{ lastPlayedLineIndex: 5, ageMs: PROGRESS_AGE_LIMIT_MS }])
})

test.each([
  ['none', null, undefined, -1],
  ['none, from a server without a line', null, { lastPlayedLineIndex: -1 }, -1],
  ['the only record, of the device', { lastPlayedLineIndex: 5, lastUpdated: iso(NOON) }, undefined, 5],
  [
    'the record of the device, which a server without a line lacks',
    { lastPlayedLineIndex: 5, lastUpdated: iso(NOON) },
    { lastPlayedLineIndex: -1 },
    5,
  ],
])('product §4 which of two last lines is used: %s', (_what, local, server, line) => {
  const received = server && { success: true as const, ...server, receivedAt: NOON }
  expect(lastLine(local, received, NOON)).toBe(line)
})

test('product §16: a line is stored and sent with its draft, also when it is sent later', async () => {
  let draft = 6
  let take: () => unknown = offline
  const bodies: ProgressBody[] = []
  const store = createProgressStore({
    scriptId: 's',
    now: () => NOON,
    draft: () => draft,
    async send(body) {
      await take()
      bodies.push(body())
      return { success: true, lastPlayedLineIndex: 4, lastUpdated: iso(NOON) }
    },
  })
  store.save(4)
  await settle()
  expect(readLocalLine('s')).toMatchObject({ lastPlayedLineIndex: 4, draft: 6, untold: true })
  draft = 7
  take = online
  store.sendAgain()
  await settle()
  expect(bodies).toEqual([{ lastPlayedLineIndex: 4, draft: 6 }])
  expect(readLocalLine('s')).toMatchObject({ lastPlayedLineIndex: 4, draft: 6 })
})
