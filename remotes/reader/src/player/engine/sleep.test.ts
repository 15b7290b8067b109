import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { SLEEP_FADE_MS, WAKE_FADE_MS } from '../limits.ts'
import { CLIP_MS, createHarness, numbered, played, readingOf } from '../testing/player-harness.ts'
import type { Command, Effect, PlayerEvent } from './events.ts'
import { initialState, isActive, type PlayerState } from './state.ts'
import { transition } from './transition.ts'

const MINUTE = 60_000
const minutes = (count: number) => ({ kind: 'time', ms: count * MINUTE }) as const
/** An hour and a half of lines of a minute. */
const LONG = Array.from({ length: 90 }, (_, index) => ({ text: `Line ${index} 60000ms` }))
const sleepOf = ({ player }: ReturnType<typeof createHarness>) => player.getSnapshot().sleep

describe('product §4 the sleep timer after a time', () => {
  test('fades out over the last 8 s, then pauses at the point that was heard', async () => {
    const harness = await played(LONG, 100)
    const { player, clock, output, state } = harness
    player.setSleep(minutes(15))
    expect(sleepOf(harness)).toEqual({ ...minutes(15), endsAt: 100 + 15 * MINUTE, isFading: false })
    await clock.advance(15 * MINUTE - SLEEP_FADE_MS - 1)
    expect([output.volumes, state()]).toEqual([[], 'playing'])
    await clock.advance(1)
    expect(output.volumes).toEqual([{ to: 0, ms: SLEEP_FADE_MS, at: clock.now() }])
    expect(sleepOf(harness)).toMatchObject({ isFading: true })
    await clock.advance(SLEEP_FADE_MS - 1)
    expect(state()).toBe('playing')
    const before = player.position()!
    await clock.advance(1)
    expect([state(), sleepOf(harness)]).toEqual(['paused', { kind: 'over' }])
    expect(player.position()).toMatchObject({ line: before.line, positionMs: before.positionMs + 1 })
    expect(output.audible()).toEqual([])
  })

  test('play continues there, at full volume', async () => {
    const harness = await played(LONG, 100)
    const { player, clock, output, state } = harness
    player.setSleep(minutes(15))
    await clock.advance(15 * MINUTE)
    const { line, positionMs } = player.position()!
    player.play()
    await clock.advance(20)
    expect([state(), sleepOf(harness)]).toEqual(['playing', null])
    expect(output.audible()).toEqual([`Line ${line} 60000ms`])
    expect(output.started.at(-1)).toMatchObject({ offsetMs: positionMs })
    expect(output.volumes.at(-1)).toMatchObject({ to: 1, ms: WAKE_FADE_MS })
    await clock.advance(30 * MINUTE)
    expect(output.volumes).toHaveLength(2)
  })

  test('can be ended, also during the fade: the volume returns', async () => {
    const harness = await played(LONG, 100)
    const { player, clock, output, state } = harness
    player.setSleep(minutes(15))
    await clock.advance(MINUTE)
    player.setSleep(null)
    expect(sleepOf(harness)).toBeNull()
    await clock.advance(20 * MINUTE)
    expect([state(), output.volumes]).toEqual(['playing', []])
    player.setSleep(minutes(15))
    await clock.advance(15 * MINUTE - 1_000)
    player.setSleep(null)
    expect(output.volumes.at(-1)).toEqual({ to: 1, ms: WAKE_FADE_MS, at: clock.now() })
    await clock.advance(MINUTE)
    expect(state()).toBe('playing')
  })

  test.each<[string, (harness: ReturnType<typeof createHarness>) => void]>([
    ['a jump', ({ player }) => player.jump(80)],
    ['play', ({ player }) => player.play()],
    ['a move', ({ player }) => player.move('line', 'previous')],
    ['a seek', ({ player }) => player.seek({ line: 3, positionMs: 0, durationMs: CLIP_MS })],
  ])('%s during the fade ends it, because the listener is awake', async (_what, act) => {
    const harness = await played(LONG, 100)
    const { player, clock, output } = harness
    player.setSleep(minutes(15))
    await clock.advance(15 * MINUTE - 1_000)
    act(harness)
    expect([sleepOf(harness), output.volumes.at(-1)?.to]).toEqual([null, 1])
    await clock.advance(SLEEP_FADE_MS)
    expect(sleepOf(harness)).toBeNull()
  })

  test('the time passes while playback is paused, and then nothing resumes', async () => {
    const harness = await played(LONG, 100)
    const { player, clock, focus, output, state } = harness
    player.setSleep(minutes(15))
    const preview = { release: () => undefined }
    focus.borrow(preview)
    expect(state()).toBe('paused')
    await clock.advance(16 * MINUTE)
    expect([sleepOf(harness), output.volumes]).toEqual([null, []])
    focus.leave(preview)
    await clock.advance(MINUTE)
    expect(state()).toBe('paused')
  })

  test('a timer that a hidden tab runs a minute late fades out', async () => {
    const harness = await played(numbered(500), 100)
    const { player, clock, output, state, until } = harness
    // The alarm is lost; the events of the lines ring it.
    const { setTimeout } = clock
    clock.setTimeout = (run, ms) => setTimeout(run, ms >= MINUTE ? ms + 10 * MINUTE : ms)
    player.setSleep(minutes(15))
    await until(() => state() === 'paused', 16 * MINUTE)
    const { ms, at } = output.volumes[0]!
    expect(ms).toBe(SLEEP_FADE_MS)
    expect(at - 15 * MINUTE, 'with the next line').toBeLessThan(CLIP_MS)
    expect(clock.now() - at).toBeGreaterThanOrEqual(SLEEP_FADE_MS)
  })

  test('a line that is held by an outage is no longer resumed', async () => {
    const harness = createHarness(numbered(9))
    const { player, clips, clock, until, state, error } = harness
    clips.fail = () => new ClipError('Network error.', 0, { away: 'offline' })
    player.setSleep({ kind: 'time', ms: 30_000 })
    player.play()
    await until(() => error()?.kind === 'away')
    await clock.advance(45_000)
    clips.fail = () => undefined
    player.online()
    await clock.advance(MINUTE)
    expect([state(), sleepOf(harness)]).toEqual(['paused', { kind: 'over' }])
  })

  test('paused by the listener during the fade, playback returns at full volume later', async () => {
    const harness = await played(LONG, 100)
    const { player, clock, output } = harness
    player.setSleep(minutes(15))
    await clock.advance(15 * MINUTE - 1_000)
    player.pause()
    await clock.advance(MINUTE)
    expect([sleepOf(harness), output.volumes.at(-1)?.to]).toEqual([null, 0])
    player.play()
    expect(output.volumes.at(-1)).toMatchObject({ to: 1, ms: 0 })
  })

  test('another choice replaces it; closing the script ends it', async () => {
    const harness = await played(LONG, 100)
    const { player, clock, output, state } = harness
    player.setSleep(minutes(15))
    await clock.advance(14 * MINUTE)
    player.setSleep(minutes(30))
    await clock.advance(29 * MINUTE)
    expect(state()).toBe('playing')
    await clock.advance(MINUTE - 1_000)
    expect(output.volumes).toHaveLength(1)
    player.dispose()
    expect(output.volumes.at(-1)).toMatchObject({ to: 1 })
    await clock.advance(MINUTE)
    expect(output.volumes).toHaveLength(2)
  })
})

describe.each(['scene', 'act'] as const)('product §4 the sleep timer at the end of the %s', (kind) => {
  test('pauses before the next one, without a fade, and play continues with it', async () => {
    const harness = await played(numbered(6), 100)
    const { player, clock, texts, state, line, output } = harness
    player.setSleep({ kind })
    await clock.advance(MINUTE)
    expect([state(), line(), sleepOf(harness)]).toEqual(['paused', 3, { kind: 'over' }])
    expect(texts()).toEqual(['Line 0', 'Line 1', 'Line 2'])
    player.play()
    await clock.advance(MINUTE)
    expect([state(), sleepOf(harness)]).toEqual(['stopped', null])
    expect(texts()).toEqual(['Line 0', 'Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5'])
    expect(output.volumes).toEqual([])
  })

  test('set when the next line is already scheduled: it is not heard', async () => {
    const harness = await played(numbered(6), 3 * CLIP_MS + 2 * 350)
    const { player, clock, texts, line, output, state } = harness
    expect(line()).toBe(2)
    expect(output.started.map(({ text }) => text)).toContain('Line 3')
    player.setSleep({ kind })
    await clock.advance(MINUTE)
    expect([state(), line(), texts().at(-1)]).toEqual(['paused', 3, 'Line 2'])
  })

  test('ended while the last line plays: playback continues', async () => {
    const harness = await played(numbered(6), 100)
    const { player, clock, texts } = harness
    player.setSleep({ kind })
    await clock.advance(2 * CLIP_MS + 1_000)
    player.setSleep(null)
    await clock.advance(MINUTE)
    expect(texts()).toHaveLength(6)
  })

  test('after a jump, pauses at the end of the one that plays', async () => {
    const harness = await played(numbered(6), 100)
    const { player, clock, state, line } = harness
    player.setSleep({ kind })
    player.jump(2)
    await clock.advance(MINUTE)
    expect([state(), line()]).toEqual(['paused', 3])
    player.setSleep({ kind })
    player.jump(3)
    await clock.advance(MINUTE)
    expect([state(), sleepOf(harness)], 'the last one ends with the script').toEqual(['stopped', null])
  })

  test('its next line may be one that is not read aloud', async () => {
    const lines = numbered(6).map((each, index) => ({ ...each, skip: index === 3 }))
    const harness = await played(lines, 100)
    const { player, clock, line, texts } = harness
    player.setSleep({ kind })
    await clock.advance(MINUTE)
    expect([line(), texts().at(-1)]).toEqual([3, 'Line 2'])
    player.play()
    await clock.advance(20)
    expect(texts()).toContain('Line 4')
  })

  test('a failed last line is skipped first', async () => {
    const harness = createHarness(numbered(6))
    const { player, clips, clock, line, state } = harness
    clips.fail = ({ lineId }) => (lineId === 'line-2' ? new ClipError('No.', 500) : undefined)
    player.setSleep({ kind })
    player.play()
    await clock.advance(MINUTE)
    expect([state(), line()]).toEqual(['paused', 3])
  })
})

/** What the current run would report next. */
function report({ run }: PlayerState): Command | (PlayerEvent & { at: number }) | null {
  if (!run) return null
  const { id, task, permission, lastLine, heard } = run
  const of = { run: id, at: 0 }
  if (permission === 'asked') return { ...of, type: 'allowed' }
  if (task.kind === 'load') return { ...of, type: 'loaded', line: task.line, durationMs: 2_000 }
  if (lastLine !== null && heard?.line !== lastLine)
    return {
      ...of,
      type: 'audible',
      heard: { line: lastLine, startsAt: 0, offsetMs: 0, durationMs: 2_000, rate: 1 },
    }
  if (task.kind === 'scheduled') return { ...of, type: 'room' }
  return run.isSilent ? null : { ...of, type: 'silent' }
}

describe('decisions about the sleep timer hold for any sequence of events', () => {
  const LINES = 12
  const line = fc.nat(LINES)
  const sleep = fc.oneof(
    fc.constant(null),
    fc.constantFrom<'scene' | 'act'>('scene', 'act').map((kind) => ({ kind })),
    fc.integer({ min: 1_000, max: 60_000 }).map((ms) => ({ kind: 'time' as const, ms })),
  )
  const command: fc.Arbitrary<Command> = fc.oneof(
    fc.constantFrom<Command>(
      { type: 'play' },
      { type: 'stop' },
      { type: 'retry' },
      { type: 'resume' },
      { type: 'pause', audibleAt: 0 },
      { type: 'sleep-due', audibleAt: 0 },
      { type: 'sleep-due', audibleAt: 0 },
      { type: 'move', unit: 'scene', direction: 'next' },
      { type: 'set-rate', rate: 2 },
    ),
    line.map((index): Command => ({ type: 'jump', line: index })),
    sleep.map((choice): Command => ({ type: 'set-sleep', sleep: choice })),
  )
  /** A step of the sequencer: what the current run would report next. */
  const STEP = 'step'
  const steps = fc.array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constant(STEP) }, command),
      fc.integer({ min: 0, max: 9_000 }),
    ),
    { maxLength: 60 },
  )

  test('the volume returns with playback, an alarm rings exactly while a time is set, and no scene is overrun', () => {
    const reading = readingOf(numbered(LINES))
    fc.assert(
      fc.property(steps, (sequence) => {
        let state = initialState(reading, 1)
        let at = 0
        let volume = 1
        let isAlarmSet = false
        const take = (event: Command | PlayerEvent): readonly Effect[] => {
          const { state: next, effects } = transition(state, { ...event, at } as PlayerEvent)
          state = next
          for (const effect of effects) {
            if (effect.type === 'volume') volume = effect.to
            if (effect.type === 'alarm') isAlarmSet = effect.ms !== null
          }
          if (event.type === 'sleep-due' && !effects.some(({ type }) => type === 'alarm')) isAlarmSet = false
          return effects
        }
        for (const [what, ms] of sequence) {
          at += ms
          const event = what === STEP ? report(state) : (what as Command)
          if (!event) continue
          const { sleep: timer, line: from } = state.shown
          const effects = take(event)
          const { sleep: after, state: shown } = state.shown
          const isFading = after?.kind === 'time' && after.isFading
          const scheduled = effects.find((effect) => effect.type === 'schedule')
          const unit = timer?.kind === 'scene' || timer?.kind === 'act' ? timer.kind : null
          const next = (unit && reading.move(unit, from, 'next')) ?? LINES
          const holds = {
            'the volume is known': (volume === 0) === state.isFaded,
            'what is heard fades only with the timer':
              !isActive({ state: shown }) || (volume === 0) === isFading,
            'an alarm is set': after?.kind !== 'time' || isAlarmSet,
            'the timer that is over has paused': after?.kind !== 'over' || (!state.run && shown === 'paused'),
            'what follows is in the same scene or act': !unit || !scheduled || scheduled.line < next,
          }
          expect(holds).toEqual(Object.fromEntries(Object.keys(holds).map((rule) => [rule, true])))
        }
      }),
      { numRuns: 500 },
    )
  })
})
