import { expect, test } from 'vitest'
import { gapBetween } from './line-gaps.ts'
import { CLIP_MS, createHarness, numbered, played } from '../testing/player-harness.ts'

const lastStart = (harness: ReturnType<typeof createHarness>, text: string) =>
  harness.output.started.findLast((one) => one.text === text)
const GAP = gapBetween({ type: 'Action' }, { type: 'Action' })

test.each([
  ['line 0 if there is no current line', -1, 0],
  ['the current line', 4, 4],
])('product §4 play starts from %s', async (_where, current, first) => {
  const harness = createHarness(numbered(9))
  harness.player.restore(current)
  expect(harness.state()).toBe('idle')
  harness.player.play()
  expect(harness.state()).toBe('loading')
  await harness.clock.advance(10)
  expect(harness.state()).toBe('playing')
  expect(harness.output.audible()).toEqual([`Line ${first}`])
})

test('product §4 the next line follows a completed line, after the pause the player owns and no other', async () => {
  const harness = createHarness(numbered(5))
  await harness.playToEnd()
  const heard = harness.output.heard()
  expect(heard.map(({ text }) => text)).toEqual(['Line 0', 'Line 1', 'Line 2', 'Line 3', 'Line 4'])
  for (const [index, one] of heard.slice(1).entries()) {
    expect(one.from - heard[index]!.to).toBeCloseTo(GAP, 6)
  }
})

test('a cue and its speech follow each other without a pause', async () => {
  const harness = createHarness([
    { text: 'ANNA', type: 'Character' },
    { text: '(low)', type: 'Parenthetical' },
    { text: 'Hello.', type: 'Dialogue' },
    { text: 'INT. HALL', type: 'Scene Heading' },
  ])
  await harness.playToEnd()
  const [cue, aside, speech, heading] = harness.output.heard()
  expect(aside!.from).toBe(cue!.to)
  expect(speech!.from).toBe(aside!.to)
  expect(heading!.from - speech!.to).toBeGreaterThan(GAP)
})

test('product §4 playing stops at the last line and fires a playback-complete event', async () => {
  const harness = createHarness(numbered(2))
  await harness.playToEnd()
  expect(harness.clock.now()).toBeGreaterThanOrEqual(2 * CLIP_MS)
  expect(harness.player.getSnapshot().completions).toBe(1)
  expect(harness.line()).toBe(1)
  expect(harness.clock.pendingTimers()).toBe(0)
})

test('product §4 pause sets paused and stops audio; play resumes at the same point', async () => {
  const harness = await played(numbered(3), 10 + 700)
  harness.player.pause()
  expect(harness.state()).toBe('paused')
  expect(harness.output.audible()).toEqual([])
  expect(harness.player.position()).toEqual({ line: 0, positionMs: 700, durationMs: CLIP_MS })
  await harness.clock.advance(60_000)
  expect(harness.output.audible()).toEqual([])
  harness.player.play()
  await harness.clock.advance(1)
  expect(lastStart(harness, 'Line 0')).toMatchObject({ startsAt: 60_710, offsetMs: 700 })
  await harness.until(() => harness.line() === 1)
})

test('a line paused after its last word is not spoken again', async () => {
  const harness = await played(numbered(3), 10 + CLIP_MS + GAP / 2)
  harness.player.pause()
  expect(harness.line()).toBe(0)
  harness.player.play()
  await harness.clock.advance(5)
  expect(harness.output.audible()).toEqual(['Line 1'])
})

test('product §4 stop clears playing and paused, and goes to the start of the line', async () => {
  const harness = await played(numbered(3), 500)
  harness.player.stop()
  expect(harness.state()).toBe('stopped')
  expect(harness.output.audible()).toEqual([])
  harness.player.play()
  await harness.clock.advance(5)
  expect(lastStart(harness, 'Line 0')).toMatchObject({ startsAt: 500, offsetMs: 0 })
})

test('product §4 jump stops audio, sets the line and plays it', async () => {
  const harness = await played(numbered(30), 500)
  harness.player.jump(20)
  expect(harness.output.audible()).toEqual([])
  expect(harness.line()).toBe(20)
  await harness.clock.advance(10)
  expect(harness.output.audible()).toEqual(['Line 20'])
  expect(harness.state()).toBe('playing')
})

test('product §5 jumping outside the script is an error', async () => {
  const harness = createHarness(numbered(3))
  harness.player.jump(3)
  expect(harness.error()?.text).toBe('Invalid line index: 3')
  harness.player.jump(-1)
  expect(harness.error()?.text).toBe('Invalid line index: -1')
  expect(harness.state()).toBe('idle')
})

test('the highlight follows what is audible, not what is fetched', async () => {
  const harness = createHarness(numbered(6))
  harness.player.play()
  const end = 10 + CLIP_MS + GAP
  await harness.clock.advance(end - 2)
  expect(harness.clips.asked.length).toBeGreaterThan(1)
  expect(harness.line()).toBe(0)
  await harness.clock.advance(4)
  expect(harness.line()).toBe(1)
})

test('product §8 a script without lines shows a message', () => {
  const harness = createHarness([])
  harness.player.play()
  expect(harness.error()?.text).toBe('No lines to play')
  expect(harness.state()).toBe('stopped')
})

test('product §4 a line type that is not read aloud is never waited for', async () => {
  const lines = numbered(6).map((line, index) => ({ ...line, skip: index % 2 === 0 }))
  const harness = createHarness(lines)
  await harness.playToEnd()
  expect(harness.texts()).toEqual(['Line 1', 'Line 3', 'Line 5'])
  expect(harness.clips.asked.every(({ lineId }) => Number(lineId.slice(5)) % 2 === 1)).toBe(true)
})

test.each(['pause', 'stop'] as const)('after a %s nothing more is fetched ahead', async (command) => {
  const harness = await played(numbered(30), 20)
  harness.player[command]()
  const asked = harness.clips.asked.length
  await harness.clock.advance(60_000)
  expect(harness.clips.asked).toHaveLength(asked)
})

test('what is pressed is fetched before it is asked for', async () => {
  const harness = createHarness(numbered(9))
  harness.player.anticipate(4)
  await harness.clock.advance(50)
  expect(harness.clips.asked.map(({ lineId }) => lineId)).toEqual(['line-4'])
  expect(harness.state()).toBe('idle')
  harness.player.jump(4)
  await harness.clock.advance(0)
  expect(harness.output.audible()).toEqual(['Line 4'])
})

test('nothing is made for a line that is only pressed: a finger may just scroll', async () => {
  const harness = createHarness([{ text: 'One', unmade: true }, { text: 'Two' }])
  harness.player.anticipate(0)
  harness.player.anticipate(1)
  await harness.clock.advance(50)
  expect(harness.clips.asked.map(({ lineId }) => lineId)).toEqual(['line-1'])
})

test('of lines that are pressed and not asked for only the last is kept', async () => {
  const harness = await played(numbered(60), 10)
  harness.player.stop()
  const before = harness.sounds.size()
  for (let line = 20; line < 60; line += 1) {
    harness.player.anticipate(line)
    await harness.clock.advance(20)
  }
  expect(harness.sounds.size()).toBe(before + 1)
  harness.player.jump(59)
  await harness.clock.advance(0)
  expect(harness.output.audible()).toEqual(['Line 59'])
})

test('product §4 a sound that begins silences the other', async () => {
  const harness = await played(numbered(3), 500)
  harness.focus.take({ release: () => undefined })
  expect(harness.state()).toBe('paused')
  expect(harness.output.audible()).toEqual([])
})

test('a call that takes the sound away pauses', async () => {
  const harness = await played(numbered(3), 500)
  harness.output.interrupt()
  expect(harness.state()).toBe('paused')
})
