import { describe, expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { MOST_CONCURRENT_REQUESTS } from '../limits.ts'
import type { ClipRequest } from '../ports.ts'
import { createStage, numbered } from '../testing/stage.ts'

const tooMany = (retryAfterMs?: number) => new ClipError('Too many.', 429, retryAfterMs, 'TOO_MANY_REQUESTS')
const SENTENCE = 'Today’s allowance of newly made audio is used up. It is renewed at midnight.'
const usedUp = () => new ClipError(SENTENCE, 429, 4 * 3_600_000, 'ALLOWANCE_USED_UP')
const unstored = (request: ClipRequest) => (request.path ? undefined : usedUp())
const indexOf = ({ lineId }: Pick<ClipRequest, 'lineId'>) => Number(lineId.slice(5))

describe('product §10: a limit of requests (429) is waited for', () => {
  test('every line is heard, none has failed, however often the limit is met', async () => {
    const stage = createStage(numbered(12))
    let asked = 0
    // Two of three requests are one too many.
    stage.clips.fail = () => ((asked += 1) % 3 === 0 ? undefined : tooMany(3_000))
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped', 400_000)
    expect(stage.output.heard().map(({ text }) => text)).toEqual(numbered(12).map(({ text }) => text))
    expect(stage.player.getSnapshot().failedLines.size).toBe(0)
    expect(stage.error()).toBeNull()
  })

  test('as long as is asked, 30 s at most, 1 s when it is not said', async () => {
    const stage = createStage(numbered(1))
    const waits = [undefined, 4_000, 3_600_000]
    const at: number[] = []
    stage.clips.fail = () => {
      at.push(stage.clock.now())
      return waits.length > 0 ? tooMany(waits.shift()) : undefined
    }
    stage.player.play()
    await stage.until(() => stage.state() === 'playing')
    const passed = at.slice(1).map((time, index) => Math.round((time - at[index]!) / 1_000))
    expect(passed).toEqual([1, 4, 30])
  })

  test('lines further ahead that wait take no place from the line that is due', async () => {
    const stage = createStage(numbered(20))
    stage.clips.fail = (request) =>
      indexOf(request) >= 1 && indexOf(request) < 10 ? tooMany(30_000) : undefined
    stage.player.play()
    await stage.clock.advance(1_500)
    stage.player.jump(15)
    await stage.clock.advance(500)
    expect(stage.output.audible()).toEqual(['Line 15'])
  })

  test('nothing is asked any more once playing was stopped', async () => {
    const stage = createStage(numbered(3))
    stage.clips.fail = () => tooMany(5_000)
    stage.player.play()
    await stage.clock.advance(1_000)
    const asked = stage.clips.asked.length
    stage.player.dispose()
    await stage.clock.advance(60_000)
    expect(stage.clips.asked).toHaveLength(asked)
  })
})

describe('product §10: the day’s allowance is used up', () => {
  test('what is stored goes on playing; at the first line that is not, it stops with the sentence', async () => {
    const stage = createStage([...numbered(6), ...numbered(4, { unmade: true })])
    stage.clips.fail = unstored
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard()).toHaveLength(6)
    expect(stage.error()).toMatchObject({ kind: 'line', line: 6, text: SENTENCE })
    expect(stage.player.getSnapshot().failedLines.size).toBe(0)
  })

  test('lines further ahead that have still to be made are asked for again after a minute, stored ones at once', async () => {
    const stage = createStage([...numbered(12), ...numbered(8, { unmade: true })])
    stage.clips.fail = unstored
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard()).toHaveLength(12)
    const refused = () => stage.clips.asked.filter(({ lineId }) => indexOf({ lineId }) >= 12)
    // Those that came within reach together, and the one at which it stopped.
    const first = refused().length
    expect(first).toBeLessThanOrEqual(MOST_CONCURRENT_REQUESTS + 1)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(refused()).toHaveLength(first + 1)
    await stage.clock.advance(60_000)
    stage.clips.fail = () => undefined
    stage.player.play()
    await stage.until(() => stage.player.getSnapshot().completions === 1)
    expect(stage.output.heard()).toHaveLength(20)
  })

  test('it is not waited for; play asks again', async () => {
    const stage = createStage(numbered(2, { unmade: true }))
    stage.clips.fail = usedUp
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    const asked = stage.clips.asked.length
    await stage.clock.advance(60_000)
    expect(stage.clips.asked).toHaveLength(asked)
    stage.clips.fail = () => undefined
    stage.player.play()
    await stage.until(() => stage.player.getSnapshot().completions === 1)
    expect(stage.error()).toBeNull()
  })
})

test('product §9 no more than five clips are ever asked for at once', async () => {
  const stage = createStage(numbered(30))
  stage.clips.takes = 700
  stage.player.play()
  await stage.clock.advance(20_000)
  expect(stage.clips.most).toBeGreaterThan(1)
  expect(stage.clips.most).toBeLessThanOrEqual(MOST_CONCURRENT_REQUESTS)
})
