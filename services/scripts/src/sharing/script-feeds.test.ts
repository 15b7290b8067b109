import type { Person } from '@andscene/contracts/internal'
import type { NarrationCounts } from '@andscene/contracts/voices/voice'
import type { FastifyBaseLogger } from 'fastify'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Access } from '../access.ts'
import { ONLY_DRAFT, type PresentDraft } from '../store/drafts/draft-store.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { FEED_BEAT_MS, ScriptFeeds } from './script-feeds.ts'

type Found = { id: string; ownerId: string; draft: PresentDraft }
const find = vi.fn<(id: string) => Promise<Found | undefined>>()
const version = vi.fn<() => Promise<number>>()
const roleOf = vi.fn<() => Promise<'listener' | 'commenter' | undefined>>()
const warn = vi.fn<() => void>()
const countNarration = vi.fn<() => Promise<NarrationCounts>>()
let clock: ReturnType<typeof manualClock>
let feeds: ScriptFeeds
beforeEach(() => {
  for (const mock of [find, version, roleOf, warn, countNarration]) mock.mockReset()
  find.mockImplementation(async (id) => ({ id, ownerId: 'ada', draft: ONLY_DRAFT }))
  version.mockResolvedValue(7)
  roleOf.mockResolvedValue('commenter')
  clock = manualClock()
  feeds = new ScriptFeeds({
    stores: { scripts: { find }, notes: { version } } as never,
    countNarration,
    access: { roleOf } as unknown as Access,
    clock,
    log: { warn } as unknown as FastifyBaseLogger,
  })
})

/** Opens the script for a user with an account; `sent` collects the received events. */
function join(uid: string) {
  const person: Person = { uid }
  const sent: string[] = []
  const stop = feeds.listen('s1', {
    person,
    send: (event, data) => sent.push(`${event} ${JSON.stringify(data)}`),
    end: () => sent.push('end'),
  })
  return { sent, stop }
}
const GREETING = ['role {"role":"commenter"}', 'draft {"number":1}', 'notes {"version":7}']

describe('decision 0048: a listener that joins the feed of a script', () => {
  test('costs three reads, and nothing is sent to the other listeners', async () => {
    const crowd = Array.from({ length: 100 }, (_, n) => join(`bob-${n}`))
    for (const { sent } of crowd) await expect.poll(() => sent).toEqual(GREETING)
    for (const mock of [find, version, roleOf]) mock.mockClear()
    const late = join('eve')
    await expect.poll(() => late.sent).toEqual(GREETING)
    expect([find, version, roleOf].map((mock) => mock.mock.calls.length)).toEqual([1, 1, 1])
    for (const { sent } of crowd) expect(sent).toEqual(GREETING)
  })

  test('receives no older state after a newer one, whichever read ends last', async () => {
    const slow = Promise.withResolvers<number>()
    version.mockReturnValueOnce(slow.promise)
    const { sent } = join('bob')
    version.mockResolvedValue(8)
    feeds.wake('s1')
    await expect.poll(() => sent).toEqual([...GREETING.slice(0, 2), 'notes {"version":8}'])
    slow.resolve(7)
    await slow.promise
    clock.advance(FEED_BEAT_MS)
    await expect.poll(() => version.mock.calls.length).toBe(3)
    expect(sent).toEqual([...GREETING.slice(0, 2), 'notes {"version":8}'])
  })

  test('is disconnected without a script or a right, and served with the next poll after a store was unavailable', async () => {
    roleOf.mockResolvedValueOnce(undefined)
    const eve = join('eve')
    await expect.poll(() => eve.sent).toEqual(['gone {}', 'end'])
    find.mockRejectedValueOnce(new Error('away'))
    const bob = join('bob')
    await expect.poll(() => warn.mock.calls.length).toBe(1)
    expect(bob.sent).toEqual([])
    clock.advance(FEED_BEAT_MS)
    await expect.poll(() => bob.sent).toEqual(GREETING)
  })
})

const counts = (ready: number): NarrationCounts => ({ total: 9, ready, waiting: 9 - ready, failed: 0 })

describe('when workers announce changed clips of a script', () => {
  test('counts the narration once for all listeners, and once more for announcements that arrive meanwhile', async () => {
    const crowd = Array.from({ length: 20 }, (_, n) => join(`bob-${n}`))
    for (const { sent } of crowd) await expect.poll(() => sent).toEqual(GREETING)
    const first = Promise.withResolvers<NarrationCounts>()
    countNarration.mockReturnValueOnce(first.promise).mockResolvedValueOnce(counts(5))
    for (let n = 0; n < 5; n += 1) feeds.narrated('s1')
    first.resolve(counts(3))
    const narrations = [counts(3), counts(5)].map((data) => `narration ${JSON.stringify(data)}`)
    for (const { sent } of crowd) await expect.poll(() => sent).toEqual([...GREETING, ...narrations])
    expect(countNarration).toHaveBeenCalledTimes(2)
  })

  test('counts nothing when no page has the script open', () => {
    feeds.narrated('s1')
    expect(countNarration).not.toHaveBeenCalled()
  })
})
