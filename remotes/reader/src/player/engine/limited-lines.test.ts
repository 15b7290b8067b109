import { AUDIO_CONCURRENCY } from '@andscene/web-kit/api-client'
import { describe, expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import type { ClipRequest } from '../ports.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

const tooMany = (retryAfterMs?: number) => new ClipError('Too many.', 429, retryAfterMs, 'TOO_MANY_REQUESTS')
const SENTENCE = 'Today’s allowance of newly made audio is used up. It is renewed at midnight.'
const usedUp = () => new ClipError(SENTENCE, 429, 4 * 3_600_000, 'ALLOWANCE_USED_UP')
const loading = () => new ClipError('The natural voices are still loading.', 503, 5_000, 'VOICE_LOADING')
const unstored = (request: ClipRequest) => (request.path ? undefined : usedUp())
const indexOf = ({ lineId }: Pick<ClipRequest, 'lineId'>) => Number(lineId.slice(5))

describe('product §4: a limit of requests (429) is waited for', () => {
  test('every line is heard, none has failed, however often the limit is met', async () => {
    const harness = createHarness(numbered(12))
    let asked = 0
    // Two of three requests are one too many.
    harness.clips.fail = () => ((asked += 1) % 3 === 0 ? undefined : tooMany(3_000))
    harness.player.play()
    await harness.until(() => harness.state() === 'stopped', 400_000)
    expect(harness.texts()).toEqual(numbered(12).map(({ text }) => text))
    expect(harness.player.getSnapshot().failedLines.size).toBe(0)
    expect(harness.error()).toBeNull()
  })

  test('as long as is asked, 30 s at most, 1 s when it is not said', async () => {
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

  test('lines further ahead that wait take no slot from the line that is due', async () => {
    const harness = createHarness(numbered(20))
    harness.clips.fail = (request) =>
      indexOf(request) >= 1 && indexOf(request) < 10 ? tooMany(30_000) : undefined
    harness.player.play()
    await harness.clock.advance(1_500)
    harness.player.jump(15)
    await harness.clock.advance(500)
    expect(harness.output.audible()).toEqual(['Line 15'])
  })
})

test('product §4: while a voice is loading the wait is long and no line fails; then the line is heard', async () => {
  const harness = createHarness(numbered(6, { unmade: true }))
  harness.clips.fail = () => (harness.clock.now() < 90_000 ? loading() : undefined)
  harness.player.play()
  await harness.clock.advance(80_000)
  expect(harness.player.getSnapshot()).toMatchObject({
    state: 'loading',
    line: 0,
    wait: 'long',
    error: null,
  })
  await harness.until(() => harness.state() === 'stopped')
  expect(harness.output.heard()).toHaveLength(6)
  expect(harness.player.getSnapshot().failedLines.size).toBe(0)
})

describe('product §10: the day’s allowance is used up', () => {
  test('stored lines keep playing; at the first line without a clip it stops with the sentence', async () => {
    const harness = createHarness([...numbered(6), ...numbered(4, { unmade: true })])
    harness.clips.fail = unstored
    await harness.playToEnd()
    expect(harness.output.heard()).toHaveLength(6)
    expect(harness.error()).toMatchObject({ kind: 'line', line: 6, text: SENTENCE })
    expect(harness.player.getSnapshot().failedLines.size).toBe(0)
  })

  test('lines further ahead without a clip are requested again after a minute, stored ones immediately', async () => {
    const harness = createHarness([...numbered(12), ...numbered(8, { unmade: true })])
    harness.clips.fail = unstored
    await harness.playToEnd()
    expect(harness.output.heard()).toHaveLength(12)
    const refused = () => harness.clips.asked.filter(({ lineId }) => indexOf({ lineId }) >= 12)
    // Those that came within reach together, and the one at which it stopped.
    const first = refused().length
    expect(first).toBeLessThanOrEqual(AUDIO_CONCURRENCY + 1)
    await harness.playToEnd()
    expect(refused()).toHaveLength(first + 1)
    await harness.clock.advance(60_000)
    harness.clips.fail = () => undefined
    harness.player.play()
    await harness.until(() => harness.player.getSnapshot().completions === 1)
    expect(harness.output.heard()).toHaveLength(20)
  })

  test('it is not waited for; play asks again', async () => {
    const harness = createHarness(numbered(2, { unmade: true }))
    harness.clips.fail = usedUp
    await harness.playToEnd()
    const asked = harness.clips.asked.length
    await harness.clock.advance(60_000)
    expect(harness.clips.asked).toHaveLength(asked)
    harness.clips.fail = () => undefined
    harness.player.play()
    await harness.until(() => harness.player.getSnapshot().completions === 1)
    expect(harness.error()).toBeNull()
  })
})
