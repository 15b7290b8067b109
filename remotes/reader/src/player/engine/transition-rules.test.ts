import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FAILURES_IN_A_ROW, RESUME_WHEN_ONLINE_MS } from '../limits.ts'
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

const stops = fc.constantFrom('never', 'before', 'after')

test('product §4 a saved casting retries playback when a missing voice had stopped it, and the voice is there now', () => {
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
  world.take({ ...news, type: 'failed', failure: { text: 'No.', isOffline: false, isUsedUp: false } }, true)
  expect(world.state).toBe(before)
})

test('what is decided does not depend on which clips are known to be stored by then', () => {
  const lines = numbered(3)
  let known = readingOf(lines.map((one) => ({ ...one, unmade: true })))
  const state = initialState({ ...known, request: (index) => known.request(index) }, 1)
  const before = transition(state, { type: 'play', at: 0 })
  known = readingOf(lines)
  expect(transition(state, { type: 'play', at: 0 })).toEqual(before)
})
