import { AUDIO_CONCURRENCY } from '@andscene/web-kit/api-client'
import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import type { ClipRequest } from '../ports.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

const tooMany = (retryAfterMs?: number) =>
  new ClipError('Too many.', 429, { retryAfterMs, code: 'TOO_MANY_REQUESTS' })
const SENTENCE = 'Today’s allowance of newly made audio is used up. It is renewed at midnight.'
const usedUp = () => new ClipError(SENTENCE, 429, { retryAfterMs: 4 * 3_600_000, code: 'ALLOWANCE_USED_UP' })
const loading = () =>
  new ClipError('The natural voices are still loading.', 503, { retryAfterMs: 5_000, code: 'VOICE_LOADING' })
const unstored = (request: ClipRequest) => (request.path ? undefined : usedUp())
const indexOf = ({ lineId }: Pick<ClipRequest, 'lineId'>) => Number(lineId.slice(5))

test('product §4 waits for a rate limit as long as the server asks, 1 to 30 s, any number of times', async () => {
  const harness = createHarness(numbered(1))
  const waits = [undefined, 4_000, 3_600_000]
  const at: number[] = []
  harness.clips.fail = () => {
    at.push(harness.clock.now())
    return waits.length > 0 ? tooMany(waits.shift()) : undefined
  }
  harness.player.play()
  await harness.until(() => harness.state() === 'playing')
  const passed = at.slice(1).map((time, index) => Math.round((time - at[index]!) / 1_000))
  expect(passed).toEqual([1, 4, 30])
})

test('waiting prefetches take no slot from the line that is due', async () => {
  const harness = createHarness(numbered(20))
  harness.clips.fail = (request) =>
    indexOf(request) >= 1 && indexOf(request) < 10 ? tooMany(30_000) : undefined
  harness.player.play()
  await harness.clock.advance(1_500)
  harness.player.jump(15)
  await harness.clock.advance(500)
  expect(harness.output.audible()).toEqual(['Line 15'])
})

test('product §4 while a voice loads, reports a long wait and no failure; then the line plays', async () => {
  const harness = createHarness(numbered(6, { unmade: true }))
  harness.clips.fail = () => (harness.clock.now() < 90_000 ? loading() : undefined)
  harness.player.play()
  await harness.clock.advance(80_000)
  const waiting = { state: 'loading', line: 0, wait: 'long', error: null }
  expect(harness.player.getSnapshot()).toMatchObject(waiting)
  await harness.until(() => harness.state() === 'stopped')
  expect(harness.output.heard()).toHaveLength(6)
  expect(harness.player.getSnapshot().failedLines.size).toBe(0)
})

test('product §10 with the allowance used up, plays stored lines and then stops with its message', async () => {
  const harness = createHarness([...numbered(12), ...numbered(8, { unmade: true })])
  harness.clips.fail = unstored
  await harness.playToEnd()
  expect(harness.output.heard()).toHaveLength(12)
  expect(harness.player.getSnapshot()).toMatchObject({
    error: { kind: 'line', line: 12, text: SENTENCE },
    failedLines: new Set(),
  })
  const refused = () => harness.clips.asked.filter((request) => indexOf(request) >= 12)
  // The concurrent prefetches, and the line at which playback stopped.
  const first = refused().length
  expect(first).toBeLessThanOrEqual(AUDIO_CONCURRENCY + 1)
  // Play requests that line again; prefetching resumes after a minute.
  await harness.playToEnd()
  expect(refused()).toHaveLength(first + 1)
  await harness.clock.advance(60_000)
  harness.clips.fail = () => undefined
  harness.player.play()
  await harness.until(() => harness.player.getSnapshot().completions === 1)
  expect(harness.output.heard()).toHaveLength(20)
})

test.each(['pause', 'stop', 'dispose'] as const)(
  'product §4 %s ends the wait for a rate limit',
  async (end) => {
    const harness = createHarness(numbered(3))
    harness.clips.fail = () => tooMany(5_000)
    harness.player.play()
    await harness.clock.advance(1_000)
    harness.player[end]()
    const asked = harness.clips.asked.length
    await harness.clock.advance(60_000)
    expect(harness.clips.asked).toHaveLength(asked)
  },
)
