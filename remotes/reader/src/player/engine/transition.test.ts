import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FAILURES_IN_A_ROW, RESUME_WHEN_ONLINE_MS, RETRY_AFTER_CASTING_MS } from '../limits.ts'
import { numbered, readingOf, type HarnessLine } from '../testing/player-harness.ts'
import { createRunWorld } from '../testing/run-world.ts'
import type { Command, PlayerEvent } from './events.ts'
import type { Reading } from './reading-plan.ts'
import { initialState, isActive, type PlayerState } from './state.ts'

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
type Step = { ms: number; command: Command } | { ms: number; news: number } | { ms: number; late: number }
const line = fc.integer({ min: -1, max: 50 })
const direction = fc.constantFrom('next', 'previous')
const commandOf = (scripts: readonly Reading[]) =>
  fc.oneof(
    fc.record({ type: fc.constantFrom('play', 'stop', 'retry', 'clear-error', 'casting-saved', 'online') }),
    fc.record({ type: fc.constant('pause'), audibleAt: fc.nat(5_000) }),
    fc.record({ type: fc.constantFrom('jump', 'go-to-line', 'show-line', 'restore'), line }),
    fc.record({ type: fc.constant('move'), unit: fc.constantFrom('line', 'scene', 'act'), direction }),
    fc.record({ type: fc.constant('move-spoken'), direction }),
    fc.record({ type: fc.constant('go-to-page'), page: fc.integer({ min: -1, max: 4 }) }),
    fc.record({ type: fc.constant('set-rate'), rate: fc.constantFrom(0.5, 1, 2) }),
    fc.record({ type: fc.constant('set-reading'), reading: fc.constantFrom(...scripts) }),
  ) as fc.Arbitrary<Command>
const stepOf = (scripts: readonly Reading[]): fc.Arbitrary<Step> => {
  const ms = fc.constantFrom(0, 10, 150, 1_000, 70_000)
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ ms, command: commandOf(scripts) }) },
    { weight: 8, arbitrary: fc.record({ ms, news: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ ms, late: fc.nat() }) },
  )
}
const happenings = readings.chain((scripts) =>
  fc.record({
    scripts: fc.constant(scripts),
    steps: fc.array(stepOf(scripts), { maxLength: 60, size: 'max' }),
  }),
)

type World = ReturnType<typeof createRunWorld>

type Event = PlayerEvent
/** Takes a step; returns the event, or null when there was none to take. */
function take(world: World, step: Step): Event | null {
  world.now += step.ms
  const at = world.now
  if ('command' in step) {
    const event = { ...step.command, at }
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

const rulesOfState = ({ state, sounding, timers, possible }: World): Rules => {
  const { shown, reading, run, held } = state
  const { lines } = sounding
  return {
    'something is under way exactly while it says so': (run !== null) === isActive(shown),
    'never before the first line': shown.line >= -1,
    'never past the last line': shown.line < Math.max(reading.lineCount, 0),
    'a page of the script': shown.page >= 0 && shown.page < Math.max(reading.pageCount, 1),
    'the held point is of the shown line': !held || held.line === shown.line,
    'three failed lines in a row stop': (run?.failures?.count ?? 0) < MOST_FAILURES_IN_A_ROW,
    'silence while nothing is under way': run !== null || lines.length === 0,
    'nothing is waited for then': run !== null || !possible().some((one) => 'run' in one),
    'no page follows then': run !== null || !timers.has('follow-due'),
    'what plays is somewhere': shown.state !== 'playing' || (run?.heard ?? held) !== null,
    'what loads is not heard': shown.state !== 'loading' || !lines.some((one) => one.wasTold),
    'only a missing voice is retried': !state.isRetryPending || state.waitsForVoice,
    'a voice is waited for while stopped': !state.waitsForVoice || shown.state === 'stopped',
  }
}

/** What makes a player begin that does nothing. */
const BEGINNINGS = new Set(['play', 'retry', 'jump', 'online', 'retry-due'])

function rulesOfStep(before: PlayerState, event: Event, { state, effects }: World): Rules {
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
    'pause pauses': event.type !== 'pause' || !isActive(before.shown) || state.shown.state === 'paused',
    'a request equal to the starting one is ignored': !isEqual || state === before,
    'a different one takes over': !isOther || (first?.type === 'silence' && state.shown.state !== 'paused'),
    'the line is saved when it starts': saved === undefined || isSaving,
    'a saved casting is retried after 500 ms':
      !retry || (event.type === 'casting-saved' && 'ms' in retry && retry.ms === RETRY_AFTER_CASTING_MS),
    'when a missing voice had stopped it': !retry || before.waitsForVoice,
    'nothing begins by itself':
      isActive(before.shown) || !isActive(state.shown) || BEGINNINGS.has(event.type),
    'a missing voice is said':
      before.waitsForVoice || !state.waitsForVoice || state.shown.error?.kind === 'voice',
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
      }
    }),
    { numRuns: 500 },
  )
})

/** Lets come what `wanted` names first among the news, until none of it may come. */
function runOn(world: World, ...wanted: ((event: PlayerEvent) => boolean)[]) {
  for (let rounds = 0; rounds < 500; rounds += 1) {
    const news = world.possible().map((one) => ({ ...one, at: world.now }))
    const found = wanted.map((isWanted) => news.find((one) => isWanted(one))).find(Boolean)
    if (!found) return
    world.take(found)
  }
  throw new Error('it does not come to rest')
}
const is =
  (...types: PlayerEvent['type'][]) =>
  (event: PlayerEvent) =>
    types.includes(event.type)
const PLAYS_ON = is('allowed', 'audible', 'room', 'silent')
const failing = (isOffline: boolean, from: number) => (event: PlayerEvent) =>
  event.type === 'failed' &&
  event.line >= from &&
  event.failure.isOffline === isOffline &&
  !event.failure.isUsedUp

const worldOf = (lines: readonly HarnessLine[]) => createRunWorld(initialState(readingOf(lines), 1))
const command = (world: World, given: Command) => world.take({ ...given, at: world.now })

const scriptAndLine = fc.integer({ min: MOST_FAILURES_IN_A_ROW + 1, max: 40 }).chain((count) =>
  fc.record({
    lines: fc.constant(numbered(count)),
    /** From here on nothing can be had. */
    from: fc.integer({ min: 0, max: count - MOST_FAILURES_IN_A_ROW }),
    isOffline: fc.boolean(),
  }),
)

test('product §4 three failed lines in a row stop playback at the first of them, wherever they stand', () => {
  fc.assert(
    fc.property(scriptAndLine, ({ lines, from, isOffline }) => {
      const world = worldOf(lines)
      command(world, { type: 'play' })
      runOn(world, PLAYS_ON, failing(isOffline, from), is('loaded'))
      expect(world.saved).toEqual(lines.slice(0, from).map((_, index) => index))
      const { shown } = world.state
      expect(shown).toMatchObject({ state: 'stopped', line: from, completions: 0 })
      expect(shown.error).toMatchObject({ kind: 'failed', line: from, offline: isOffline })
      expect([...shown.failedLines]).toEqual([from, from + 1, from + 2])
    }),
  )
})

test('product §4 the line that a lost network has held goes on when the network is back, within a minute only', () => {
  fc.assert(
    fc.property(
      scriptAndLine,
      fc.integer({ min: 0, max: 2 * RESUME_WHEN_ONLINE_MS }),
      ({ lines, from, isOffline }, awayMs) => {
        const world = worldOf(lines)
        command(world, { type: 'play' })
        runOn(world, PLAYS_ON, failing(isOffline, from), is('loaded'))
        world.now += awayMs
        command(world, { type: 'online' })
        runOn(world, PLAYS_ON, is('loaded'))
        const goesOn = isOffline && awayMs <= RESUME_WHEN_ONLINE_MS
        expect(world.state.shown.completions).toBe(goesOn ? 1 : 0)
        // Each line is heard once: none was skipped, none is repeated.
        expect(world.saved).toEqual(lines.slice(0, goesOn ? undefined : from).map((_, index) => index))
      },
    ),
  )
})

test('product §4 a saved casting retries playback when a missing voice had stopped it, and the voice is there now', () => {
  fc.assert(
    fc.property(scriptAndLine, fc.boolean(), fc.boolean(), ({ lines, from }, isGiven, isStopped) => {
      const missing = lines.map((one, index) => (index === from ? { ...one, voice: anna } : one))
      const world = worldOf(missing)
      command(world, { type: 'play' })
      runOn(world, PLAYS_ON, is('loaded'))
      expect(world.state.shown).toMatchObject({ state: 'stopped', line: from, error: { kind: 'voice' } })
      if (isStopped) command(world, { type: 'stop' })
      if (isGiven) command(world, { type: 'set-reading', reading: readingOf(lines) })
      command(world, { type: 'casting-saved' })
      runOn(world, is('retry-due'))
      expect(isActive(world.state.shown)).toBe(isGiven && !isStopped)
    }),
  )
})
