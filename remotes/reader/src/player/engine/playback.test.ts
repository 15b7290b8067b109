import { expect, test } from 'vitest'
import { gapBetween } from '@andscene/screenplay/timing/line-gaps'
import { CLIP_MS, createHarness, numbered, played, type Harness } from '../testing/player-harness.ts'

const GAP = gapBetween({ type: 'Action' }, { type: 'Action' })
const at = (line: number, positionMs: number, durationMs = CLIP_MS) => ({ line, positionMs, durationMs })

/** Returns the audible line, and the point of its clip at which it started. */
function sounding({ output }: Harness): string {
  const [text] = output.audible()
  const started = output.started.findLast((one) => one.text === text)
  return started ? `${text!.toLowerCase()} from ${started.offsetMs}` : 'silence'
}

/** Returns state, line and other relevant fields as a text. */
function shown({ player }: Harness): string {
  const { state, line, page, error, isAtEnd } = player.getSnapshot()
  const point = state === 'paused' && `at ${player.position()?.positionMs}`
  const parts = [state, String(line), page > 0 && `page ${page}`, point, error?.text, isAtEnd && 'complete']
  return parts.filter(Boolean).join(' ')
}

type Call = [command: keyof Harness['player'], ...args: unknown[]]
const perform = ({ player }: Harness, calls: readonly Call[]) => {
  for (const [command, ...args] of calls) (player[command] as (...args: unknown[]) => void)(...args)
}

test.each<[rule: string, calls: Call[], then: string]>([
  ['pause stops the sound and keeps the offset', [['pause']], 'paused 3 at 500, silence'],
  ['play resumes at the same point', [['pause'], ['play']], 'playing 3, line 3 from 500'],
  ['stop clears playing and paused', [['pause'], ['stop']], 'stopped 3, silence'],
  ['play after a stop starts at the beginning', [['stop'], ['play']], 'playing 3, line 3 from 0'],
  ['jump sets the line and plays it', [['jump', 15]], 'playing 15, line 15 from 0'],
  [
    'a jump outside the script is an error (§5)',
    [['jump', 60]],
    'playing 3 Invalid line index: 60, line 3 from 0',
  ],
  [
    'a jump before the script is an error (§5)',
    [['jump', -1]],
    'playing 3 Invalid line index: -1, line 3 from 0',
  ],
  ['a move by line stops and sets the line', [['move', 'line', 'next']], 'stopped 4, silence'],
  ['a move by scene turns the page', [['move', 'scene', 'next']], 'stopped 30 page 1, silence'],
  ['a move by act turns the page', [['move', 'act', 'next']], 'stopped 30 page 1, silence'],
  [
    'next past the last line is ignored (§5)',
    [
      ['goToLine', 59],
      ['move', 'line', 'next'],
    ],
    'stopped 59 page 2, silence',
  ],
  [
    'previous before line 0 is ignored (§5)',
    [
      ['goToLine', 0],
      ['move', 'line', 'previous'],
    ],
    'stopped 0, silence',
  ],
  [
    'a jump to a paused line starts at its beginning',
    [['pause'], ['jump', 5], ['jump', 3], ['pause'], ['play']],
    'playing 3, line 3 from 0',
  ],
  ['the page is not turned while playing (§2)', [['goToPage', 1]], 'playing 3, line 3 from 0'],
  ['the page is turned while stopped', [['stop'], ['goToPage', 1]], 'stopped 20 page 1, silence'],
  ['a page that does not exist is ignored', [['stop'], ['goToPage', 7]], 'stopped 3, silence'],
  ['a seek continues at that point', [['seek', at(4, 1_500)]], 'playing 4, line 4 from 1500'],
  [
    'a seek while paused stays paused there',
    [['pause'], ['seek', at(25, 700)]],
    'paused 25 page 1 at 700, silence',
  ],
  [
    'play after a seek resumes there',
    [['pause'], ['seek', at(25, 700)], ['play']],
    'playing 25 page 1, line 25 from 700',
  ],
  [
    'a seek past the end of the clip continues with the next line',
    [['seek', at(7, 9_000, 12_000)]],
    'playing 8, line 8 from 0',
  ],
  [
    'a seek to the end of the last line completes the reading',
    [['seek', at(59, CLIP_MS)]],
    'stopped 59 page 2 complete, silence',
  ],
  ['restoring a last line is ignored', [['restore', 9]], 'playing 3, line 3 from 0'],
  ['a seek outside the script is ignored', [['seek', at(60, 0)]], 'playing 3, line 3 from 0'],
  ['a seek before the script is ignored', [['seek', at(-1, 0)]], 'playing 3, line 3 from 0'],
])('product §4 while a line plays, %s', async (_rule, calls, then) => {
  const harness = createHarness(numbered(60))
  harness.player.jump(3)
  await harness.clock.advance(10 + 500)
  perform(harness, calls)
  await harness.clock.advance(30)
  expect(`${shown(harness)}, ${sounding(harness)}`).toBe(then)
})

test.each<[what: string, act: (harness: Harness) => void]>([
  ['another sound', ({ focus }) => focus.take({ release: () => undefined })],
  ['a call', ({ output }) => output.interrupt()],
])('product §4 %s pauses', async (_what, act) => {
  const harness = await played(numbered(3), 500)
  act(harness)
  expect([harness.state(), sounding(harness)]).toEqual(['paused', 'silence'])
})

test('product §4 play starts from the current line', async () => {
  const harness = createHarness(numbered(9))
  harness.player.restore(4)
  expect(harness.state()).toBe('idle')
  harness.player.play()
  await harness.clock.advance(10)
  expect(harness.output.audible()).toEqual(['Line 4'])
})

test('product §4 stops after the last line, fires a complete event, and leaves no timer', async () => {
  const harness = createHarness(numbered(2))
  await harness.playToEnd()
  expect(harness.player.getSnapshot()).toMatchObject({ completions: 1, line: 1 })
  expect(harness.clock.pendingTimers()).toBe(0)
})

test('a line paused after its last word is not repeated', async () => {
  const harness = await played(numbered(3), 10 + CLIP_MS + GAP / 2)
  harness.player.pause()
  expect(harness.line()).toBe(0)
  harness.player.play()
  await harness.clock.advance(5)
  expect(harness.output.audible()).toEqual(['Line 1'])
})

test('product §4 saves the line when it becomes audible, not before', async () => {
  const harness = createHarness(numbered(3))
  harness.clips.takes = 300
  harness.player.play()
  await harness.clock.advance(299)
  expect(harness.saved).toEqual([])
  // The next line is scheduled, but not audible yet.
  await harness.clock.advance(2 + CLIP_MS - 100)
  expect(harness.saved).toEqual([0])
  await harness.until(() => harness.state() === 'stopped')
  expect(harness.saved).toEqual([0, 1, 2])
})

test('product §4 during playback the page follows the line, except in the first 100 ms', async () => {
  const harness = createHarness(numbered(60))
  harness.player.restore(0)
  harness.player.jump(45)
  await harness.clock.advance(10 + 99)
  expect(harness.player.getSnapshot()).toMatchObject({ state: 'playing', page: 0 })
  await harness.clock.advance(2)
  expect(harness.page()).toBe(2)
})

test('product §4 does not load lines of skipped types', async () => {
  const harness = createHarness(numbered(6).map((line, index) => ({ ...line, skip: index % 2 === 0 })))
  await harness.playToEnd()
  expect(harness.texts()).toEqual(['Line 1', 'Line 3', 'Line 5'])
  expect(harness.clips.asked.every(({ lineId }) => Number(lineId.slice(5)) % 2 === 1)).toBe(true)
})

test('product §4 media keys move to a line that is read aloud, also backward', () => {
  const harness = createHarness(numbered(9).map((line, index) => ({ ...line, skip: index % 3 !== 0 })))
  harness.player.goToLine(6)
  const steps = (['previous', 'previous', 'previous', 'next'] as const).map((direction) => {
    harness.player.moveSpoken(direction)
    return harness.line()
  })
  expect(steps).toEqual([3, 0, 0, 3])
})

test('successive seeks add up, also if nothing was audible between them', async () => {
  const { player } = await played(numbered(60), 200)
  for (const line of [5, 6]) {
    player.seek(at(line, 100))
    expect(player.position()).toEqual(at(line, 100))
  }
})

test('after 1,000 quick jumps, plays only the last line, with at most 5 concurrent requests', async () => {
  const harness = createHarness(numbered(1_001))
  for (let click = 1; click <= 1_000; click += 1) {
    harness.player.jump(click)
    if (click % 10 === 0) await harness.clock.advance(1)
  }
  await harness.clock.advance(100)
  expect(harness.output.started.map(({ text }) => text)).toEqual(['Line 1000'])
  expect(harness.clips.most).toBeLessThanOrEqual(5)
})

test.each(['pause', 'stop'] as const)('after a %s, prefetching stops', async (command) => {
  const harness = await played(numbered(30), 20)
  harness.player[command]()
  const asked = harness.clips.asked.length
  await harness.clock.advance(60_000)
  expect(harness.clips.asked).toHaveLength(asked)
})

test('a pressed line is fetched before the click, but not generated, as a touch may only scroll', async () => {
  const harness = createHarness([{ text: 'One', unmade: true }, ...numbered(8)])
  harness.player.anticipate(0)
  harness.player.anticipate(4)
  await harness.clock.advance(50)
  expect(harness.clips.asked.map(({ lineId }) => lineId)).toEqual(['line-4'])
  expect(harness.state()).toBe('idle')
  harness.player.jump(4)
  await harness.clock.advance(0)
  expect(harness.output.audible()).toEqual(['Line 3'])
})

test('keeps only the last of lines that were pressed but not clicked', async () => {
  const harness = await played(numbered(60), 10)
  harness.player.stop()
  const before = harness.sounds.size()
  for (let line = 20; line < 60; line += 1) {
    harness.player.anticipate(line)
    await harness.clock.advance(20)
  }
  expect(harness.sounds.size()).toBe(before + 1)
})
