import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FAILURES_IN_A_ROW, RECONNECT_DELAYS_MS, RESUME_WHEN_ONLINE_MS } from '../limits.ts'
import { numbered, readingOf, type HarnessLine } from '../testing/player-harness.ts'
import { createRunWorld } from '../testing/run-world.ts'
import type { Command, PlayerEvent } from './events.ts'
import { initialState, isActive } from './state.ts'
import { transition } from './transition.ts'

type World = ReturnType<typeof createRunWorld>
const anna = { role: 'character', character: 'ANNA' } as const

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
const failing = (isAway: boolean, from: number) => (event: PlayerEvent) =>
  event.type === 'failed' &&
  event.line >= from &&
  (event.failure.away !== undefined) === isAway &&
  !event.failure.isUsedUp

const worldOf = (lines: readonly HarnessLine[]) => createRunWorld(initialState(readingOf(lines), 1))
const command = (world: World, given: Command) => world.take({ ...given, at: world.now })

const scriptAndLine = fc.integer({ min: MOST_FAILURES_IN_A_ROW + 1, max: 40 }).chain((count) =>
  fc.record({
    lines: fc.constant(numbered(count)),
    /** From here on nothing can be had. */
    from: fc.integer({ min: 0, max: count - MOST_FAILURES_IN_A_ROW }),
  }),
)

test('product §4 three failed lines in a row stop playback at the first of them, wherever they stand', () => {
  fc.assert(
    fc.property(scriptAndLine, ({ lines, from }) => {
      const world = worldOf(lines)
      command(world, { type: 'play' })
      runOn(world, PLAYS_ON, failing(false, from), is('loaded'))
      expect(world.saved).toEqual(lines.slice(0, from).map((_, index) => index))
      const { shown } = world.state
      expect(shown).toMatchObject({ state: 'stopped', line: from, completions: 0 })
      expect(shown.error).toMatchObject({ kind: 'failed', line: from })
      expect([...shown.failedLines]).toEqual([from, from + 1, from + 2])
    }),
  )
})

test('product §4 a lost network holds the line; it resumes when the network is back, within five minutes only', () => {
  fc.assert(
    fc.property(
      scriptAndLine,
      fc.integer({ min: 0, max: 2 * RESUME_WHEN_ONLINE_MS }),
      ({ lines, from }, awayMs) => {
        const world = worldOf(lines)
        command(world, { type: 'play' })
        runOn(world, PLAYS_ON, failing(true, from), is('loaded'))
        const { shown } = world.state
        expect(shown).toMatchObject({ state: 'paused', line: from })
        expect(shown.error).toMatchObject({
          kind: 'away',
          text: `You're offline. Paused at line ${from + 1}.`,
          isWaiting: true,
        })
        expect(shown.failedLines.size).toBe(0)
        world.now += awayMs
        command(world, { type: 'online' })
        runOn(world, PLAYS_ON, is('loaded'))
        const goesOn = awayMs <= RESUME_WHEN_ONLINE_MS
        expect(world.state.shown).toMatchObject({ completions: goesOn ? 1 : 0, error: null })
        // Each line is heard once: none was skipped, none is repeated.
        expect(world.saved).toEqual(lines.slice(0, goesOn ? undefined : from).map((_, index) => index))
      },
    ),
  )
})

test('product §4 lines lost again and again between lines that are at hand: none is skipped', () => {
  const each = fc.array(fc.boolean(), { minLength: 4, maxLength: 30 })
  fc.assert(
    fc.property(each, (isAtHand) => {
      const world = worldOf(numbered(isAtHand.length))
      command(world, { type: 'play' })
      const tried = new Set<number>()
      // Each line that is not at hand fails the first time it is asked for.
      const failsFirst = (event: PlayerEvent) => {
        if (event.type !== 'failed' || event.failure.away === undefined) return false
        if (isAtHand[event.line] || tried.has(event.line)) return false
        tried.add(event.line)
        return true
      }
      runOn(world, PLAYS_ON, failsFirst, is('loaded'), is('reload-due'))
      expect(world.state.shown).toMatchObject({ state: 'stopped', completions: 1 })
      expect(world.saved).toEqual(isAtHand.map((_, index) => index))
    }),
  )
})

test('product §4 a line that is held is asked for less and less often, and no longer than five minutes', () => {
  const world = worldOf(numbered(9))
  command(world, { type: 'play' })
  const waits: number[] = []
  const isAway = failing(true, 0)
  while (world.state.run) {
    runOn(world, is('allowed'), isAway)
    for (const effect of world.effects) if (effect.type === 'timer') waits.push(effect.ms)
    world.now += waits.at(-1)!
    world.take({ type: 'reload-due', at: world.now })
  }
  expect(waits.slice(0, 6)).toEqual([...RECONNECT_DELAYS_MS, RECONNECT_DELAYS_MS.at(-1)])
  expect(world.now).toBeLessThanOrEqual(RESUME_WHEN_ONLINE_MS + RECONNECT_DELAYS_MS.at(-1)!)
  expect(world.state.shown).toMatchObject({ state: 'paused', line: 0, error: { isWaiting: false } })
})

const stops = fc.constantFrom('never', 'before', 'after')

test('product §4 a saved casting retries playback that a missing voice had stopped, if the voice is there now', () => {
  fc.assert(
    fc.property(scriptAndLine, fc.boolean(), stops, ({ lines, from }, isGiven, stopped) => {
      const missing = lines.map((one, index) => (index === from ? { ...one, voice: anna } : one))
      const world = worldOf(missing)
      command(world, { type: 'play' })
      runOn(world, PLAYS_ON, is('loaded'))
      expect(world.state.shown).toMatchObject({ state: 'stopped', line: from, error: { kind: 'voice' } })
      if (stopped === 'before') command(world, { type: 'stop' })
      if (isGiven) command(world, { type: 'set-reading', reading: readingOf(lines) })
      command(world, { type: 'casting-saved' })
      if (stopped === 'after') command(world, { type: 'stop' })
      // A timer that is due at that very moment finds nothing to do.
      command(world, { type: 'retry-due' })
      expect(isActive(world.state.shown)).toBe(isGiven && stopped === 'never')
    }),
  )
})

test('news of another line than the one that is waited for change nothing', () => {
  const world = worldOf(numbered(9))
  command(world, { type: 'jump', line: 3 })
  const before = world.state
  const news = { run: before.runs, line: 4, at: 0 }
  world.take({ ...news, type: 'loaded', durationMs: 1 }, true)
  world.take({ ...news, type: 'dropped' }, true)
  world.take({ ...news, type: 'failed', failure: { text: 'No.', away: undefined, isUsedUp: false } }, true)
  expect(world.state).toBe(before)
})

test('decisions do not depend on which clips are known to be stored', () => {
  const lines = numbered(3)
  let known = readingOf(lines.map((one) => ({ ...one, unmade: true })))
  const state = initialState({ ...known, request: (index) => known.request(index) }, 1)
  const before = transition(state, { type: 'play', at: 0 })
  known = readingOf(lines)
  expect(transition(state, { type: 'play', at: 0 })).toEqual(before)
})
