import { lastLineKey } from '@andscene/web-kit/storage-keys'
import { beforeEach, expect, test } from 'vitest'
import { createProgressStore, lastLine, readLocalLine, untoldLine } from './progress-store.ts'
import { settle } from '../testing/fake-clock.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const EARLIER = '2026-11-20T11:00:00.000Z'
const LATER = '2026-11-20T13:00:00.000Z'

const server = (lastUpdated: string) => ({ success: true as const, lastPlayedLineIndex: 9, lastUpdated })

beforeEach(() => localStorage.clear())

/** A store whose server takes what it is sent as `take` says. */
function open(take: () => unknown = () => undefined) {
  const sent: number[] = []
  const store = createProgressStore({
    scriptId: 's',
    now: () => NOW,
    async send(line) {
      sent.push(line)
      await take()
    },
  })
  return { sent, store }
}
const offline = () => Promise.reject(new Error('offline'))

test('product §9 is kept locally per script, and on the server; cleared when the index is negative', async () => {
  const { sent, store } = open()
  store.save(7)
  await settle()
  expect(readLocalLine('s')).toEqual({ lastPlayedLineIndex: 7, lastUpdated: new Date(NOW).toISOString() })
  expect(readLocalLine('other')).toBeNull()
  expect(sent).toEqual([7])
  store.save(-1)
  expect(localStorage.getItem(lastLineKey('s'))).toBeNull()
})

test('goes to the server one write at a time, the newest last', async () => {
  const ends: (() => void)[] = []
  const { sent, store } = open(() => new Promise<void>((resolve) => ends.push(resolve)))
  for (const line of [1, 2, 3, 4]) store.save(line)
  expect(sent).toEqual([1])
  ends.shift()?.()
  await settle()
  expect(sent).toEqual([1, 4])
})

test('a failed write is repeated once on request, and kept as untold until the server has taken it', async () => {
  let take: () => unknown = offline
  const { sent, store } = open(() => take())
  for (const line of [1, 2]) {
    store.save(line)
    await settle()
  }
  expect(readLocalLine('s')).toMatchObject({ lastPlayedLineIndex: 2, untold: true })
  take = () => undefined
  for (const _ of [1, 2]) {
    store.sendAgain()
    await settle()
  }
  expect(sent).toEqual([1, 2, 2])
  expect(readLocalLine('s')).toEqual({ lastPlayedLineIndex: 2, lastUpdated: new Date(NOW).toISOString() })
})

test('product §4 of the local and the server record the newer wins', () => {
  const local = { lastPlayedLineIndex: 5, lastUpdated: new Date(NOW).toISOString() }
  expect(lastLine(local, server(LATER))).toBe(9)
  expect(lastLine(local, server(EARLIER))).toBe(5)
  expect(lastLine(null, server(EARLIER))).toBe(9)
  expect(lastLine(local, undefined)).toBe(5)
  expect(lastLine(null, undefined)).toBe(-1)
  expect(lastLine(null, { success: true, lastPlayedLineIndex: -1 })).toBe(-1)
})

test('what is unreadable counts as none', () => {
  localStorage.setItem(lastLineKey('s'), '{"lastPlayedLineIndex":"x"}')
  expect(readLocalLine('s')).toBeNull()
  localStorage.setItem(lastLineKey('s'), 'not JSON')
  expect(readLocalLine('s')).toBeNull()
})

test('a record that the server lacks is sent when the script is opened, an older one is not', () => {
  const local = { lastPlayedLineIndex: 4, lastUpdated: '2026-11-20T12:00:00.000Z', untold: true as const }
  expect(untoldLine(local, server(EARLIER))).toBe(4)
  expect(untoldLine(local, server(LATER))).toBeUndefined()
  expect(untoldLine({ ...local, lastPlayedLineIndex: 9 }, server(EARLIER))).toBeUndefined()
  expect(untoldLine(null, server(EARLIER))).toBeUndefined()
})

test('a record that the server has taken is not told again, though the clock of this device is ahead', () => {
  const told = { lastPlayedLineIndex: 4, lastUpdated: '2031-01-01T00:00:00.000Z' }
  expect(untoldLine(told, server(LATER))).toBeUndefined()
})
