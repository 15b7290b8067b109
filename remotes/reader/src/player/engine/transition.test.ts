import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FAILURES_IN_A_ROW, RETRY_AFTER_CASTING_MS } from '../limits.ts'
import { readingOf, type HarnessLine } from '../testing/player-harness.ts'
import { createRunWorld } from '../testing/run-world.ts'
import type { Command, PlayerEvent } from './events.ts'
import type { Reading } from './reading-plan.ts'
import { initialState, isActive, isLine, type PlayerState } from './state.ts'
import { transition } from './transition.ts'

const anna = { role: 'character', character: 'ANNA' } as const
const lineOf = fc.record<HarnessLine>({
  text: fc.constantFrom('Words.', 'Words.', 'Words.', ' '),
  skip: fc.constantFrom(false, false, true),
  voice: fc.constantFrom<NonNullable<HarnessLine['voice']>[]>('voice', 'voice', 'voice', 'other', anna),
})
const readings = fc
  .array(fc.array(lineOf, { maxLength: 45 }), { minLength: 1, maxLength: 3 })
  .map((scripts) =>
    scripts.map((lines) =>
      Object.assign(readingOf(lines), {
        toJSON: () => lines,
        [fc.toStringMethod]: () => JSON.stringify(lines),
      }),
    ),
  )

/** A step of a test: a command, or the n-th of the news that may come then. */
type Step =
  /** Asks for the line once more that is shown. */
  | { ms: number; again: true }
  | { ms: number; command: Command }
  | { ms: number; news: number }
  | { ms: number; late: number }
const line = fc.integer({ min: -1, max: 50 })
const direction = fc.constantFrom('next', 'previous')
const commandOf = (scripts: readonly Reading[]) =>
  fc.oneof(
    fc.record({ type: fc.constantFrom('play', 'stop', 'retry', 'clear-error', 'casting-saved', 'online') }),
    fc.record({ type: fc.constantFrom('scrolled', 'follow', 'go-back', 'forget-way-back') }),
    fc.record({ type: fc.constant('pause'), audibleAt: fc.nat(5_000) }),
    fc.record({ type: fc.constantFrom('jump', 'go-to-line', 'show-line', 'restore'), line }),
    fc.record({
      type: fc.constant('seek'),
      to: fc.record({ line, positionMs: fc.nat(2_000), durationMs: fc.constant(1_000) }),
    }),
    fc.constantFrom({ type: 'play' }, { type: 'casting-saved' }),
    fc.record({ type: fc.constant('move'), unit: fc.constantFrom('line', 'scene', 'act'), direction }),
    fc.record({ type: fc.constant('move-spoken'), direction }),
    fc.record({ type: fc.constant('go-to-page'), page: fc.integer({ min: -1, max: 4 }) }),
    fc.record({ type: fc.constant('set-rate'), rate: fc.constantFrom(0.5, 1, 2) }),
    fc.record({ type: fc.constant('set-reading'), reading: fc.constantFrom(...scripts) }),
  ) as fc.Arbitrary<Command>
const stepOf = (scripts: readonly Reading[]): fc.Arbitrary<Step> => {
  const ms = fc.constantFrom(0, 10, 150, 1_000, 400_000)
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ ms, command: commandOf(scripts) }) },
    { weight: 8, arbitrary: fc.record({ ms, news: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ ms, late: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ ms, again: fc.constant(true as const) }) },
  )
}
const happenings = readings.chain((scripts) =>
  fc.record({
    scripts: fc.constant(scripts),
    steps: fc.array(stepOf(scripts), { maxLength: 60, size: 'max' }),
  }),
)

type World = ReturnType<typeof createRunWorld>

/** Takes a step; returns the event, or null when there was none to take. */
function take(world: World, step: Step): PlayerEvent | null {
  world.now += step.ms
  const at = world.now
  if ('command' in step || 'again' in step) {
    const command: Command = 'command' in step ? step.command : { type: 'jump', line: world.state.shown.line }
    const event = { ...command, at }
    world.take(event)
    return event
  }
  const isLate = 'late' in step
  const news = isLate ? world.late : world.possible()
  const chosen = news[(isLate ? step.late : step.news) % Math.max(news.length, 1)]
  if (!chosen) return null
  const event = { ...chosen, at }
  world.take(event, isLate)
  return event
}

/** Rules by name, and whether they hold. */
type Rules = Record<string, boolean>
const broken = (rules: Rules) => Object.keys(rules).filter((name) => !rules[name])

/** A line is held, while nothing sounds: shown as paused, and yet it may resume automatically. */
const isHeld = ({ run, shown }: PlayerState) =>
  run !== null && shown.state === 'paused' && shown.error?.kind === 'away'

const rulesOfState = ({ state, sounding, timers, possible }: World): Rules => {
  const { shown, reading, run, held } = state
  const { lines } = sounding
  return {
    'a run is active exactly while the state shows one, or a line is held':
      (run !== null) === (isActive(shown) || isHeld(state)),
    'a held line is shown as resuming automatically':
      shown.error?.kind !== 'away' || shown.error.isWaiting === (run !== null),
    'at the end it has stopped': !shown.isAtEnd || shown.state === 'stopped',
    'never before the first line': shown.line >= -1,
    'never past the last line': shown.line < Math.max(reading.lineCount, 0),
    'a page of the script': shown.page >= 0 && shown.page < Math.max(reading.pageCount, 1),
    'the held point is of the shown line': !held || held.line === shown.line,
    'three failed lines in a row stop': (run?.failures?.count ?? 0) < MOST_FAILURES_IN_A_ROW,
    'silence while nothing is under way': run !== null || lines.length === 0,
    'nothing is waited for then': run !== null || !possible().some((one) => 'run' in one),
    'no page follows then': run !== null || !timers.has('follow-due'),
    'what plays is somewhere': shown.state !== 'playing' || (run?.heard ?? held) !== null,
    'what loads is not heard':
      shown.state !== 'loading' || !lines.some((one) => one.wasTold && !one.isStalled),
    'how long it loads is measured while it loads':
      (state.waitsSince !== null) === (shown.state === 'loading') &&
      (shown.wait === null || shown.state === 'loading'),
    'a wait that is not told yet will be':
      shown.state !== 'loading' || shown.wait === 'long' || timers.has('wait-due'),
    'only a missing voice is retried': !state.isRetryPending || state.waitsForVoice,
    'a voice is waited for while stopped': !state.waitsForVoice || shown.state === 'stopped',
  }
}

/** What makes a player begin that does nothing. */
const BEGINNINGS = new Set(['play', 'retry', 'jump', 'go-back', 'retry-due'])

/** Commands that take the page to where playback is. */
const ASKS_TO_FOLLOW = new Set([
  'play',
  'retry',
  'jump',
  'go-to-line',
  'move',
  'move-spoken',
  'go-to-page',
  'follow',
  'go-back',
  'seek',
])

function rulesOfStep(before: PlayerState, event: PlayerEvent, { state, effects }: World): Rules {
  const [first] = effects
  const isLate = 'run' in event && event.run !== before.run?.id
  const isJumpWhileLoading = event.type === 'jump' && before.shown.state === 'loading'
  const isEqual = isJumpWhileLoading && event.line === before.shown.line
  const isOther = isJumpWhileLoading && !isEqual && event.line >= 0 && event.line < before.reading.lineCount
  const saved = effects.find((effect) => effect.type === 'save')
  const retry = effects.find((effect) => effect.type === 'timer' && effect.name === 'retry-due')
  const isSaving = event.type === 'audible' && event.heard.line === saved?.line
  return {
    'news that come too late change nothing': !isLate || (state === before && effects.length === 0),
    'whatever sounded is ended before anything begins':
      state.runs === before.runs || first?.type === 'silence' || first?.type === 'replace',
    'stop clears playing and paused':
      event.type !== 'stop' || (state.shown.state === 'stopped' && !state.run && !state.held),
    'pause pauses, and ends waiting':
      event.type !== 'pause' || !before.run || (state.shown.state === 'paused' && !state.run),
    'a request equal to the starting one is ignored': !isEqual || state === before,
    'a different one takes over': !isOther || (first?.type === 'silence' && state.shown.state !== 'paused'),
    'the line is saved when it starts': saved === undefined || isSaving,
    'a saved casting is retried after 500 ms':
      !retry || (event.type === 'casting-saved' && 'ms' in retry && retry.ms === RETRY_AFTER_CASTING_MS),
    'when a missing voice had stopped it': !retry || before.waitsForVoice,
    'nothing begins without an event':
      isActive(before.shown) || isHeld(before) || !isActive(state.shown) || BEGINNINGS.has(event.type),
    'a missing voice is said':
      before.waitsForVoice || !state.waitsForVoice || state.shown.error?.kind === 'voice',
    'the page stays while the person looks elsewhere':
      before.shown.isFollowing ||
      state.shown.isFollowing ||
      state.shown.page === before.shown.page ||
      event.type === 'show-line' ||
      event.type === 'set-reading',
    'only the person has it follow again':
      before.shown.isFollowing || !state.shown.isFollowing || ASKS_TO_FOLLOW.has(event.type),
    'what is played from the end begins with the first line':
      event.type !== 'play' || !before.shown.isAtEnd || !state.run || state.run.from.line === 0,
    'a line that is held has not failed':
      state.run?.task.kind !== 'held' || isLine(state, state.run.task.line),
    'playback that is complete has stopped':
      state.shown.completions === before.shown.completions || state.shown.state === 'stopped',
  }
}

test('product §4 whatever happens in whatever order, the states hold together', () => {
  fc.assert(
    fc.property(happenings, ({ scripts, steps }) => {
      const world = createRunWorld(initialState(scripts[0]!, 1))
      for (const step of steps) {
        const before = world.state
        const event = take(world, step)
        expect(broken(rulesOfState(world))).toEqual([])
        expect(event ? broken(rulesOfStep(before, event, world)) : []).toEqual([])
        const again = event ? transition(before, event).effects : world.effects
        expect(again, 'decided once more').toEqual(world.effects)
      }
    }),
    { numRuns: 500 },
  )
})
