import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ClipError } from '../errors.ts'
import { RATES } from '@andscene/contracts/voices/rates'
import { createHarness, numbered, played, type Harness, type HarnessLine } from '../testing/player-harness.ts'
import { isActive, isReading, type PlayerSnapshot } from './state.ts'

const LINES = 45
const script = (rest: Partial<HarnessLine> = {}) =>
  numbered(LINES, rest).map((one, index) => ({
    ...one,
    text: `${one.text} ${index % 3 === 0 ? 300 : 1_500}ms`,
    skip: index % 7 === 6,
  }))
const FAILURES = [
  () => undefined,
  () => new ClipError('No.', 422),
  () => new ClipError('Network error.', 0, { away: 'offline' }),
  () => new ClipError('Used up.', 429, { code: 'ALLOWANCE_USED_UP' }),
  () => new ClipError('Too many.', 429, { retryAfterMs: 2_000, code: 'TOO_MANY_REQUESTS' }),
]

type Act = { name: string; run: (harness: Harness) => unknown }
const acts = (name: string, run: (harness: Harness) => unknown): fc.Arbitrary<Act> =>
  fc.constant({ name, run, [fc.toStringMethod]: () => name })
const each = <T>(of: fc.Arbitrary<T>, name: string, run: (harness: Harness, value: T) => unknown) =>
  of.chain((value) => acts(`${name} ${String(value)}`, (harness) => run(harness, value)))
const line = fc.integer({ min: -1, max: LINES })
const point = (at: number) => ({ line: at, positionMs: 200, durationMs: 1_500 })
const COMMANDS = ['play', 'pause', 'toggle', 'stop', 'retry', 'castingSaved', 'online', 'clearError'] as const
const LOOKS = ['scrolled', 'follow', 'goBack', 'forgetWayBack'] as const

/** Actions of the listener, the browser and the network. */
const anyAct = fc.oneof(
  ...COMMANDS.map((name) => acts(name, ({ player }) => player[name]())),
  ...LOOKS.map((name) => acts(name, ({ player }) => player[name]())),
  each(line, 'jump', ({ player }, to) => player.jump(to)),
  acts('jump again', ({ player, line: shown }) => player.jump(shown())),
  each(line, 'go to', ({ player }, to) => player.goToLine(to)),
  each(line, 'seek', ({ player }, to) => player.seek(point(to))),
  each(line, 'show', ({ player }, to) => player.show(to)),
  each(fc.integer({ min: -1, max: 3 }), 'page', ({ player }, to) => player.goToPage(to)),
  each(fc.constantFrom('line', 'scene', 'act'), 'move', ({ player }, unit) => player.move(unit, 'next')),
  each(fc.constantFrom('next', 'previous'), 'spoken', ({ player }, where) => player.moveSpoken(where)),
  each(fc.constantFrom(...RATES), 'speed', ({ player }, rate) => player.setRate(rate)),
  each(fc.constantFrom('voice', 'other'), 'voice', ({ setLines }, voice) => setLines(script({ voice }))),
  acts('voice missing', ({ setLines }) => setLines(script({ voice: { role: 'narration' } }))),
  each(fc.nat(FAILURES.length - 1), 'clips fail', ({ clips }, kind) => (clips.fail = FAILURES[kind]!)),
  each(fc.constantFrom(0, 10, 400), 'clips take', ({ clips }, ms) => (clips.takes = ms)),
  each(fc.boolean(), 'blocked', ({ output }, isBlocked) => (output.blocked = isBlocked)),
  acts('another sound', ({ focus }) => focus.take({ release: () => undefined })),
)

/** Actions after which the page follows, and actions that start an idle player. */
const FOLLOWS = /^(play|toggle|retry|jump|go to|page|move|spoken|follow|goBack|seek)/
const BEGINS = /^(play|toggle|retry|jump|goBack)/

/** Invariants by name, and whether they hold after an action. */
function rulesOf(before: PlayerSnapshot, { name }: Act, harness: Harness): Record<string, boolean> {
  const { output, player } = harness
  const shown = player.getSnapshot()
  const isEqualJump = name === 'jump again' && before.state === 'loading'
  const { error } = shown
  return {
    'a line of the script': shown.line >= -1 && shown.line < LINES,
    'a page of the script': shown.page >= 0 && shown.page < Math.ceil(LINES / 20),
    'sound only while it is active': isActive(shown) || output.audible().length === 0,
    'what loads is not heard': shown.state !== 'loading' || output.audible().length === 0,
    'at the end it has stopped': !shown.isAtEnd || shown.state === 'stopped',
    'only what loads is waited for': shown.wait === null || shown.state === 'loading',
    'a held line is paused': error?.kind !== 'away' || shown.state === 'paused',
    'a missing voice stops': error?.kind !== 'voice' || shown.state === 'stopped',
    'stop clears playing and paused':
      name !== 'stop' || (shown.state === 'stopped' && player.position() === null),
    'pause ends what is active': name !== 'pause' || !isReading(shown),
    'a request equal to the starting one is ignored': !isEqualJump || shown === before,
    'nothing begins without an act': isReading(before) || !isActive(shown) || BEGINS.test(name),
    'only the user has it follow again': before.isFollowing || !shown.isFollowing || FOLLOWS.test(name),
    'the page stays while the user looks elsewhere':
      before.isFollowing || shown.isFollowing || shown.page === before.page || name.startsWith('show'),
    'playback that is complete has stopped':
      shown.completions === before.completions || shown.state === 'stopped',
  }
}

test('product §4 any sequence of actions keeps the invariants, with one audible sound at most', async () => {
  const steps = fc.array(fc.tuple(anyAct, fc.constantFrom(0, 1, 5, 40, 300, 2_500)), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const harness = createHarness(script())
      const { output, clock, player, saved, sounds } = harness
      for (const [act, ms] of given) {
        const before = player.getSnapshot()
        act.run(harness)
        const rules = rulesOf(before, act, harness)
        expect(Object.keys(rules).filter((rule) => !rules[rule])).toEqual([])
        const { page, isFollowing } = player.getSnapshot()
        await clock.advance(ms)
        const shown = player.getSnapshot()
        expect(isActive(shown) ? [] : output.audible()).toEqual([])
        // A later stop or hold does not turn the page either, and the audible line is saved.
        expect(isFollowing ? page : shown.page).toBe(page)
        expect(shown.state === 'playing' ? saved.at(-1) : shown.line).toBe(shown.line)
      }
      player.dispose()
      await clock.advance(1_000)
      const heard = output.heard().toSorted((a, b) => a.from - b.from)
      expect(heard.filter((one, index) => one.from < (heard[index - 1]?.to ?? 0))).toEqual([])
      // Only lines that have started to play are saved.
      const begun = new Set(output.started.map(({ text }) => Number(/\d+/.exec(text)?.[0])))
      expect(saved.filter((index) => !begun.has(index))).toEqual([])
      expect(clock.pendingTimers()).toBe(0)
      expect(sounds.size()).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test('product §4 the paused position survives a change of speed while the line loads again', async () => {
  const harness = await played(numbered(3), 10 + 700)
  harness.player.pause()
  harness.output.prepare = async () => {
    await new Promise<void>((resolve) => harness.clock.setTimeout(resolve, 100))
  }
  harness.player.play()
  await harness.clock.advance(50)
  expect(harness.state()).toBe('loading')
  harness.player.setRate(1.25)
  harness.player.setRate(1)
  await harness.clock.advance(150)
  expect(harness.output.started.at(-1)).toMatchObject({ text: 'Line 0', offsetMs: 700 })
})

test('a command from a listener of the player waits until the current one is done', async () => {
  const harness = createHarness(numbered(9))
  const { player } = harness
  const seen: string[] = []
  player.subscribe(() => {
    seen.push(`${harness.state()} ${harness.line()}`)
    if (harness.state() === 'playing' && harness.line() === 0) player.jump(4)
  })
  player.play()
  await harness.clock.advance(50)
  expect(seen).toEqual(['loading 0', 'playing 0', 'loading 4', 'playing 4'])
  expect(harness.output.audible()).toEqual(['Line 4'])
})

test('an error of the output stops playback with its message; the next play works', async () => {
  const harness = createHarness(numbered(3))
  const { output, player } = harness
  vi.spyOn(output, 'start').mockImplementationOnce(() => {
    throw new Error('The device was removed.')
  })
  player.play()
  await harness.clock.advance(50)
  expect(player.getSnapshot()).toMatchObject({ state: 'stopped', error: { text: 'The device was removed.' } })
  player.play()
  await harness.clock.advance(50)
  expect(output.audible()).toEqual(['Line 0'])
})

test('an error in a listener of the player does not stop playback', async () => {
  const { clock, output, player } = createHarness(numbered(3))
  const unsubscribe = player.subscribe(() => {
    throw new Error('Not drawn.')
  })
  expect(() => player.goToLine(2)).toThrow('Not drawn.')
  unsubscribe()
  player.play()
  await clock.advance(50)
  expect(output.audible()).toEqual(['Line 2'])
})
