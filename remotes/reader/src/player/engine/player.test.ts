import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ClipError } from '../errors.ts'
import { RATES } from '@andscene/contracts/rates'
import { createHarness, numbered, played, type Harness, type HarnessLine } from '../testing/player-harness.ts'

const line = fc.nat(30)

const named = <T>(name: string, run: (harness: Harness) => T) =>
  Object.assign(run, { [fc.toStringMethod]: () => name })

/** What a listener, the browser and the network may do, and time that passes. */
const act: fc.Arbitrary<(harness: Harness) => unknown> = fc.oneof(
  fc
    .constantFrom('play', 'pause', 'toggle', 'stop', 'retry', 'castingSaved', 'online')
    .map((name) => named(name, ({ player }) => player[name]())),
  line.map((to) => named(`jump ${to}`, ({ player }) => player.jump(to))),
  line.map((to) => named(`go to ${to}`, ({ player }) => player.goToLine(to))),
  fc.constantFrom(...RATES).map((rate) => named(`${rate}×`, ({ player }) => player.setRate(rate))),
  fc
    .constantFrom('voice', 'other')
    .map((voice) => named(`voice ${voice}`, ({ setLines }) => setLines(script({ voice })))),
  fc
    .constantFrom('next', 'previous')
    .map((direction) => named(`${direction} spoken`, ({ player }) => player.moveSpoken(direction))),
  fc.nat(2).map((kind) =>
    named(`clips fail: ${kind}`, ({ clips }) => {
      clips.fail = () => (kind === 0 ? undefined : new ClipError('No.', kind === 1 ? 0 : 422))
    }),
  ),
  fc.constantFrom(0, 10, 400).map((ms) => named(`clips take ${ms}`, ({ clips }) => (clips.takes = ms))),
  fc
    .boolean()
    .map((isBlocked) => named(`blocked ${isBlocked}`, ({ output }) => (output.blocked = isBlocked))),
  fc.constant(named('another one sounds', ({ focus }) => focus.take({ release: () => undefined }))),
)
const script = (rest: Partial<HarnessLine> = {}) =>
  numbered(30, rest).map((one, index) => ({ ...one, text: `${one.text} ${index % 3 === 0 ? 300 : 1_500}ms` }))

test('product §4 only one audio at a time, whatever is done in whatever order, and silence at the end', async () => {
  const acts = fc.array(fc.tuple(act, fc.constantFrom(0, 1, 5, 40, 300, 2_500)), { maxLength: 15 })
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const harness = createHarness(script())
      const { output, clock, player, saved, sounds } = harness
      for (const [run, ms] of steps) {
        run(harness)
        await clock.advance(ms)
        const isActive = harness.state() === 'playing' || harness.state() === 'loading'
        expect(isActive ? [] : output.audible()).toEqual([])
      }
      player.dispose()
      await clock.advance(1_000)
      const heard = output.heard().toSorted((a, b) => a.from - b.from)
      expect(heard.filter((one, index) => one.from < (heard[index - 1]?.to ?? 0))).toEqual([])
      // No line is saved that has not begun to sound.
      const begun = new Set(output.started.map(({ text }) => Number(/\d+/.exec(text)?.[0])))
      expect(saved.filter((index) => !begun.has(index))).toEqual([])
      expect(clock.pendingTimers()).toBe(0)
      expect(sounds.size()).toBe(0)
    }),
    { numRuns: 100 },
  )
})

test('product §4 the point that a pause has left outlives a change of speed while the line loads again', async () => {
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

test('a point that was left in a line is forgotten once it is asked for from its start', async () => {
  const harness = createHarness(numbered(9))
  harness.player.jump(3)
  await harness.clock.advance(10 + 700)
  harness.player.pause()
  harness.clips.takes = 500
  harness.player.jump(5)
  harness.player.jump(3)
  harness.player.pause()
  harness.player.play()
  await harness.clock.advance(600)
  expect(harness.output.started.at(-1)).toMatchObject({ text: 'Line 3', offsetMs: 0 })
})

test('a command given by a listener of the player waits until the one before is done', async () => {
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

test('a sound that the output refuses ends playback with its message; the next play is heard', async () => {
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

test('a listener of the player that fails leaves the player alive', async () => {
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
