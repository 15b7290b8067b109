import { lastLineKey } from '@andscene/web-kit/storage-keys'
import { beforeEach, expect, test } from 'vitest'
import { createProgressStore, lastLine, readLocalLine, untoldLine } from './progress-store.ts'
import { settle } from '../testing/fake-clock.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const EARLIER = '2026-11-20T11:00:00.000Z'
const LATER = '2026-11-20T13:00:00.000Z'

const server = (lastUpdated: string) => ({ success: true as const, lastPlayedLineIndex: 9, lastUpdated })

beforeEach(() => localStorage.clear())

/** A store whose server handles writes with `take`. */
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

test('product §9 stores the line per script, locally and on the server; a negative index clears it', async () => {
  const { sent, store } = open()
  store.save(7)
  await settle()
  expect(readLocalLine('s')).toEqual({ lastPlayedLineIndex: 7, lastUpdated: new Date(NOW).toISOString() })
  expect(readLocalLine('other')).toBeNull()
  expect(sent).toEqual([7])
  store.save(-1)
  expect(localStorage.getItem(lastLineKey('s'))).toBeNull()
})

test('sends one write at a time, the newest last', async () => {
  const ends: (() => void)[] = []
  const { sent, store } = open(() => new Promise<void>((resolve) => ends.push(resolve)))
  for (const line of [1, 2, 3, 4]) store.save(line)
  expect(sent).toEqual([1])
  ends.shift()?.()
  await settle()
  expect(sent).toEqual([1, 4])
})

test('repeats a failed write once on request, and marks it `untold` until the server has it', async () => {
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

const record = (lastPlayedLineIndex: number, rest = {}) => ({
  lastPlayedLineIndex,
  lastUpdated: new Date(NOW).toISOString(),
  ...rest,
})
const untold = record(5, { untold: true })
test.each([
  ['the newer record of the server', record(5), server(LATER), 9, undefined],
  ['the newer record of the device', record(5), server(EARLIER), 5, undefined],
  ['the only record, of the server', null, server(EARLIER), 9, undefined],
  ['the only record, of the device', record(5), undefined, 5, undefined],
  ['none', null, undefined, -1, undefined],
  [
    'none, from a server without a line',
    null,
    { success: true as const, lastPlayedLineIndex: -1 },
    -1,
    undefined,
  ],
  ['the local line, which the server lacks and which is sent', untold, server(EARLIER), 5, 5],
  ['the newer line of the server, instead of an unsent one', untold, server(LATER), 9, undefined],
  ['the line that the server already has', record(9, { untold: true }), server(EARLIER), 9, undefined],
  [
    'the local line of a clock that is ahead',
    record(4, { lastUpdated: '2031-01-01' }),
    server(LATER),
    4,
    undefined,
  ],
])('product §4 which of two last lines is used: %s', (_what, local, remote, line, sent) => {
  expect(lastLine(local, remote)).toBe(line)
  expect(remote && untoldLine(local, remote)).toBe(sent)
})

test.each(['{"lastPlayedLineIndex":"x"}', 'not JSON'])('ignores an unreadable record: %s', (stored) => {
  localStorage.setItem(lastLineKey('s'), stored)
  expect(readLocalLine('s')).toBeNull()
})
