import { describe, expect, test } from 'vitest'
import { ClipError } from './errors.ts'
import { gapAtRate, gapBetween } from './line-gaps.ts'
import { CLIP_MS, createStage, numbered } from './testing/stage.ts'

const network = () => new ClipError('Network error.', 0)
const refused = () => new ClipError('No.', 422)
const lastStart = (stage: ReturnType<typeof createStage>, text: string) =>
  stage.output.started.findLast((one) => one.text === text)
const GAP = gapBetween({ type: 'Action' }, { type: 'Action' })

describe('sequential playback', () => {
  test('SPEC §4 play starts from line 0 if there is no current line', async () => {
    const stage = createStage(numbered(3))
    expect(stage.state()).toBe('idle')
    stage.player.play()
    expect(stage.state()).toBe('loading')
    await stage.clock.advance(10)
    expect(stage.state()).toBe('playing')
    expect(stage.line()).toBe(0)
    expect(stage.output.audible()).toEqual(['Line 0'])
  })

  test('SPEC §4 play starts from the current line', async () => {
    const stage = createStage(numbered(9))
    stage.player.restore(4)
    stage.player.play()
    await stage.clock.advance(10)
    expect(stage.output.audible()).toEqual(['Line 4'])
  })

  test('SPEC §4 the next line follows a completed line, after the pause the player owns and no other', async () => {
    const stage = createStage(numbered(5))
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    const heard = stage.output.heard()
    expect(heard.map(({ text }) => text)).toEqual(['Line 0', 'Line 1', 'Line 2', 'Line 3', 'Line 4'])
    for (const [place, one] of heard.slice(1).entries()) {
      expect(one.from - heard[place]!.to).toBeCloseTo(GAP, 6)
    }
  })

  test('a cue and its speech follow each other without a pause', async () => {
    const stage = createStage([
      { text: 'ANNA', type: 'Character' },
      { text: '(low)', type: 'Parenthetical' },
      { text: 'Hello.', type: 'Dialogue' },
      { text: 'INT. HALL', type: 'Scene Heading' },
    ])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    const [cue, aside, speech, heading] = stage.output.heard()
    expect(aside!.from).toBe(cue!.to)
    expect(speech!.from).toBe(aside!.to)
    expect(heading!.from - speech!.to).toBeGreaterThan(GAP)
  })

  test('SPEC §4 playing stops at the last line and fires a playback-complete event', async () => {
    const stage = createStage(numbered(2))
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.clock.now()).toBeGreaterThanOrEqual(2 * CLIP_MS)
    expect(stage.player.getSnapshot().completions).toBe(1)
    expect(stage.line()).toBe(1)
    expect(stage.clock.pendingTimers()).toBe(0)
  })

  test('SPEC §4 pause sets paused and stops audio; play goes on at the same point', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(10 + 700)
    stage.player.pause()
    expect(stage.state()).toBe('paused')
    expect(stage.output.audible()).toEqual([])
    expect(stage.player.position()).toEqual({ line: 0, positionMs: 700, durationMs: CLIP_MS })
    await stage.clock.advance(60_000)
    expect(stage.output.audible()).toEqual([])
    stage.player.play()
    await stage.clock.advance(1)
    expect(lastStart(stage, 'Line 0')).toMatchObject({ startsAt: 60_710, offsetMs: 700 })
    await stage.until(() => stage.line() === 1)
  })

  test('a line paused after its last word is not spoken again', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(10 + CLIP_MS + GAP / 2)
    stage.player.pause()
    expect(stage.line()).toBe(0)
    stage.player.play()
    await stage.clock.advance(5)
    expect(stage.output.audible()).toEqual(['Line 1'])
  })

  test('SPEC §4 stop clears playing and paused, and goes to the start of the line', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.stop()
    expect(stage.state()).toBe('stopped')
    expect(stage.output.audible()).toEqual([])
    stage.player.play()
    await stage.clock.advance(5)
    expect(lastStart(stage, 'Line 0')).toMatchObject({ startsAt: 500, offsetMs: 0 })
  })

  test('SPEC §4 jump stops audio, sets the line and plays it', async () => {
    const stage = createStage(numbered(30))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.jump(20)
    expect(stage.output.audible()).toEqual([])
    expect(stage.line()).toBe(20)
    await stage.clock.advance(10)
    expect(stage.output.audible()).toEqual(['Line 20'])
    expect(stage.state()).toBe('playing')
  })

  test('SPEC §5 jumping outside the script is an error', async () => {
    const stage = createStage(numbered(3))
    stage.player.jump(3)
    expect(stage.error()?.text).toBe('Invalid line index: 3')
    stage.player.jump(-1)
    expect(stage.error()?.text).toBe('Invalid line index: -1')
    expect(stage.state()).toBe('idle')
  })

  test('RULINGS the line that is being started is let be, another takes over', async () => {
    const stage = createStage(numbered(9))
    stage.clips.takes = 100
    stage.player.jump(4)
    await stage.clock.advance(50)
    stage.player.jump(4)
    expect(stage.clips.asked.filter(({ lineId }) => lineId === 'line-4')).toHaveLength(1)
    stage.player.jump(7)
    await stage.clock.advance(110)
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 7', 'Line 8'])
    expect(stage.output.audible()).toEqual(['Line 7'])
  })

  test('SPEC §4 the line index is saved when a line starts, not before it is audible', async () => {
    const stage = createStage(numbered(3))
    stage.clips.takes = 300
    stage.player.play()
    await stage.clock.advance(299)
    expect(stage.saved).toEqual([])
    await stage.clock.advance(2)
    expect(stage.saved).toEqual([0])
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.saved).toEqual([0, 1, 2])
  })

  test('the highlight follows what is audible, not what is fetched', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    const end = 10 + CLIP_MS + GAP
    await stage.clock.advance(end - 2)
    expect(stage.clips.asked.length).toBeGreaterThan(1)
    expect(stage.line()).toBe(0)
    await stage.clock.advance(4)
    expect(stage.line()).toBe(1)
  })

  test('a line whose clip is late shows loading, then plays', async () => {
    const stage = createStage(numbered(4))
    stage.clips.takes = ({ lineId }) => (lineId === 'line-1' ? 3_000 : 10)
    stage.player.play()
    await stage.clock.advance(10 + CLIP_MS + 100)
    expect(stage.line()).toBe(1)
    expect(stage.state()).toBe('loading')
    await stage.until(() => stage.state() === 'playing')
    expect(stage.output.audible()).toEqual(['Line 1'])
  })

  test('SPEC §8 a script without lines says so', () => {
    const stage = createStage([])
    stage.player.play()
    expect(stage.error()?.text).toBe('No lines to play')
    expect(stage.state()).toBe('stopped')
  })

  test('SPEC §5 playback needs non-empty text: empty lines are passed over', async () => {
    const stage = createStage([{ text: 'One' }, { text: '  ' }, { text: 'Two' }])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['One', 'Two'])
  })

  test('RULINGS a line type that is not read aloud is never waited for', async () => {
    const lines = numbered(6).map((line, index) => ({ ...line, skip: index % 2 === 0 }))
    const stage = createStage(lines)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 1', 'Line 3', 'Line 5'])
    expect(stage.clips.asked.every(({ lineId }) => Number(lineId.slice(5)) % 2 === 1)).toBe(true)
  })
})

test('what is pressed is fetched before it is asked for', async () => {
  const stage = createStage(numbered(9))
  stage.player.anticipate(4)
  await stage.clock.advance(50)
  expect(stage.clips.asked.map(({ lineId }) => lineId)).toEqual(['line-4'])
  expect(stage.state()).toBe('idle')
  stage.player.jump(4)
  await stage.clock.advance(0)
  expect(stage.output.audible()).toEqual(['Line 4'])
})

describe('moves', () => {
  test('SPEC §4 moving by act, scene or line first stops playback and sets the line', async () => {
    for (const unit of ['act', 'scene', 'line'] as const) {
      const stage = createStage(numbered(60))
      stage.player.play()
      await stage.clock.advance(500)
      stage.player.move(unit, 'next')
      expect(stage.state()).toBe('stopped')
      expect(stage.output.audible()).toEqual([])
      expect(stage.line()).toBe(unit === 'line' ? 1 : 30)
    }
  })

  test('SPEC §4 a move switches the page if needed', () => {
    const stage = createStage(numbered(60))
    stage.player.move('act', 'next')
    expect(stage.page()).toBe(1)
  })

  test('SPEC §5 next past the last line and previous before 0 are ignored', async () => {
    const stage = createStage(numbered(2))
    stage.player.goToLine(1)
    const before = stage.player.getSnapshot()
    stage.player.move('line', 'next')
    expect(stage.player.getSnapshot()).toBe(before)
    stage.player.goToLine(0)
    stage.player.move('line', 'previous')
    stage.player.move('act', 'previous')
    expect(stage.line()).toBe(0)
  })

  test('SPEC §2 pages are turned only while nothing plays', async () => {
    const stage = createStage(numbered(60))
    stage.player.goToPage(1)
    expect(stage.page()).toBe(1)
    expect(stage.line()).toBe(20)
    stage.player.play()
    await stage.clock.advance(200)
    stage.player.goToPage(2)
    expect(stage.page()).toBe(1)
    stage.player.stop()
    stage.player.goToPage(7)
    expect(stage.page()).toBe(1)
  })

  test('1,000 quick moves leave one line, no request and no timer behind', async () => {
    const stage = createStage(numbered(1_001))
    stage.player.play()
    for (let click = 0; click < 1_000; click += 1) stage.player.move('line', 'next')
    await stage.clock.advance(1_000)
    expect(stage.line()).toBe(1_000)
    expect(stage.state()).toBe('stopped')
    expect(stage.output.audible()).toEqual([])
    expect(stage.clock.pendingTimers()).toBe(0)
  })

  test('1,000 quick jumps play the last one only, with at most 5 requests at once', async () => {
    const stage = createStage(numbered(1_001))
    for (let click = 1; click <= 1_000; click += 1) {
      stage.player.jump(click)
      if (click % 10 === 0) await stage.clock.advance(1)
    }
    await stage.clock.advance(100)
    expect(stage.output.started.map(({ text }) => text)).toEqual(['Line 1000'])
    expect(stage.clips.most).toBeLessThanOrEqual(5)
  })
})

describe('the page follows', () => {
  test('SPEC §4 while playing the page follows the line, not in the first 100 ms after playback starts', async () => {
    const stage = createStage(numbered(60))
    stage.player.restore(0)
    stage.player.jump(45)
    await stage.clock.advance(10)
    expect(stage.state()).toBe('playing')
    await stage.clock.advance(99)
    expect(stage.page()).toBe(0)
    await stage.clock.advance(2)
    expect(stage.page()).toBe(2)
  })

  test('a later line turns the page as soon as it is audible', async () => {
    const stage = createStage(numbered(40))
    stage.player.jump(19)
    await stage.until(() => stage.line() === 20)
    expect(stage.page()).toBe(1)
  })
})

describe('a missing voice', () => {
  const anna = { role: 'character', character: 'ANNA' } as const

  test('SPEC §4 raises an assign error and stops playback, after the line before has been heard', async () => {
    const stage = createStage([{ text: 'One' }, { text: 'Two', voice: anna }, { text: 'Three' }])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.error()).toMatchObject({
      kind: 'voice',
      line: 1,
      text: 'Please assign a voice to "ANNA" before playing this line.',
      missing: anna,
    })
    expect(stage.line()).toBe(1)
    expect(stage.output.heard()).toEqual([{ text: 'One', from: 10, to: 10 + CLIP_MS }])
  })

  test('SPEC §8 has a sentence for the scene heading voice and one for the narration voice', async () => {
    const heading = createStage([{ text: 'INT.', voice: { role: 'heading' } }])
    heading.player.play()
    await heading.clock.advance(1)
    expect(heading.error()?.text).toBe('Please assign a scene heading voice before playing this line.')
    const action = createStage([{ text: 'He runs.', voice: { role: 'narration' } }])
    action.player.play()
    await action.clock.advance(1)
    expect(action.error()?.text).toBe('Please assign a narration voice before playing this line.')
  })

  test('SPEC §4 500 ms after the casting is saved playback is retried', async () => {
    const stage = createStage([{ text: 'One', voice: anna }])
    stage.player.play()
    await stage.clock.advance(1)
    stage.setLines([{ text: 'One' }])
    stage.player.castingSaved()
    await stage.clock.advance(499)
    expect(stage.state()).toBe('stopped')
    await stage.clock.advance(15)
    expect(stage.output.audible()).toEqual(['One'])
    expect(stage.error()).toBeNull()
  })

  test('also when its message had been put away before', async () => {
    const stage = createStage([{ text: 'One', voice: anna }])
    stage.player.play()
    await stage.clock.advance(1)
    stage.player.clearError()
    stage.setLines([{ text: 'One' }])
    stage.player.castingSaved()
    await stage.clock.advance(520)
    expect(stage.output.audible()).toEqual(['One'])
  })

  test('RULINGS only when a missing voice had stopped it', async () => {
    const stage = createStage(numbered(2))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.stop()
    stage.player.castingSaved()
    await stage.clock.advance(5_000)
    expect(stage.state()).toBe('stopped')
  })

  test('SPEC §8 a retry that would fail again stays silent', async () => {
    const stage = createStage([{ text: 'One', voice: anna }])
    stage.player.play()
    await stage.clock.advance(1)
    stage.player.clearError()
    stage.player.castingSaved()
    await stage.clock.advance(5_000)
    expect(stage.error()).toBeNull()
  })
})

describe('lines that cannot be had', () => {
  test('SPEC §4 other errors skip to the next line', async () => {
    const stage = createStage(numbered(4))
    stage.clips.fail = ({ lineId }) => (lineId === 'line-1' ? refused() : undefined)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 0', 'Line 2', 'Line 3'])
    expect([...stage.player.getSnapshot().failedLines]).toEqual([1])
    expect(stage.error()).toBeNull()
  })

  test('RULINGS three failed lines in a row stop playback with a message, at the first of them', async () => {
    const stage = createStage(numbered(8))
    stage.clips.fail = ({ lineId }) => (Number(lineId.slice(5)) >= 2 ? refused() : undefined)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 0', 'Line 1'])
    expect(stage.error()?.text).toContain('Audio playback failed for line 3')
    expect(stage.line()).toBe(2)
    expect([...stage.player.getSnapshot().failedLines]).toEqual([2, 3, 4])
  })

  test('two failures, a success and two failures do not stop it', async () => {
    const stage = createStage(numbered(7))
    stage.clips.fail = ({ lineId }) => (/[1245]$/.test(lineId) ? refused() : undefined)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 0', 'Line 3', 'Line 6'])
    expect(stage.error()).toBeNull()
  })

  test('SPEC §4 retry clears the error marker and replays the current line', async () => {
    const stage = createStage(numbered(8))
    stage.clips.fail = refused
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    stage.clips.fail = () => undefined
    stage.player.retry()
    expect(stage.error()).toBeNull()
    await stage.clock.advance(10)
    expect(stage.output.audible()).toEqual(['Line 0'])
  })

  test('a corrupt clip is dropped from the device, asked for once more, and then skipped', async () => {
    const stage = createStage([{ text: 'corrupt' }, { text: 'Fine' }])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.clips.asked.filter(({ lineId }) => lineId === 'line-0')).toHaveLength(2)
    expect(stage.clips.discarded).toContain('line-0')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Fine'])
  })

  test('SPEC §9 a clip that shows no length within 5 s fails with the specified words', async () => {
    const stage = createStage(numbered(3))
    stage.output.decodeMs = 6_000
    stage.player.play()
    await stage.until(() => stage.player.getSnapshot().failedLines.size > 0)
    expect(stage.clock.now()).toBeGreaterThanOrEqual(5_010)
    expect(stage.clock.now()).toBeLessThan(5_100)
  })

  test('the network goes and comes back: playing goes on where it stopped', async () => {
    const stage = createStage(numbered(8))
    stage.player.play()
    await stage.clock.advance(100)
    stage.clips.fail = network
    stage.clips.takes = 0
    stage.player.jump(7)
    stage.player.jump(2)
    stage.clips.fail = network
    await stage.until(() => stage.error()?.kind === 'failed' || stage.state() === 'stopped')
    const { line } = stage.player.getSnapshot()
    stage.clips.fail = () => undefined
    stage.player.online()
    await stage.clock.advance(10)
    expect(stage.state()).toBe('playing')
    expect(stage.line()).toBe(line)
  })

  test('a long absence of the network does not end in sudden speech', async () => {
    const stage = createStage(numbered(8))
    stage.clips.fail = network
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    await stage.clock.advance(61_000)
    stage.clips.fail = () => undefined
    stage.player.online()
    await stage.clock.advance(1_000)
    expect(stage.state()).toBe('stopped')
  })

  test('autoplay refused by the browser is said, and play tries again', async () => {
    const stage = createStage(numbered(2))
    stage.output.blocked = true
    stage.player.play()
    await stage.clock.advance(50)
    expect(stage.state()).toBe('stopped')
    expect(stage.error()?.kind).toBe('blocked')
    stage.output.blocked = false
    stage.player.play()
    await stage.clock.advance(50)
    expect(stage.output.audible()).toEqual(['Line 0'])
  })
})

test.each([1, 2])(
  'no stall over 300 short lines whose clips take 400 ms each, from a cold cache, at %f×',
  async (rate) => {
    const stage = createStage(numbered(300).map(({ text }) => ({ text: `${text} 800ms` })))
    stage.clips.takes = 400
    void stage.player.setRate(rate)
    let stalls = 0
    let before = stage.state()
    stage.player.subscribe(() => {
      if (stage.state() === 'loading' && before === 'playing') stalls += 1
      before = stage.state()
    })
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped', 400_000)
    const heard = stage.output.heard()
    expect(heard).toHaveLength(300)
    expect(stalls).toBe(0)
    for (const [place, one] of heard.slice(1).entries()) {
      expect(one.from - heard[place]!.to).toBeCloseTo(gapAtRate(GAP, rate), 6)
    }
  },
)

describe('speed', () => {
  test('a change of speed goes on at the very point, and shortens the pauses', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(10 + 1_000)
    void stage.player.setRate(2)
    await stage.clock.advance(0)
    expect(stage.state()).toBe('playing')
    expect(lastStart(stage, 'Line 0')).toMatchObject({ startsAt: 1_010, offsetMs: 1_000, rate: 2 })
    expect(stage.output.audible()).toEqual(['Line 0'])
    await stage.until(() => stage.state() === 'stopped')
    const [, second, third, fourth] = stage.output.heard()
    expect(second!.to - second!.from).toBeCloseTo(500)
    expect(third!.from - second!.to).toBeCloseTo(gapAtRate(GAP, 2))
    expect(fourth!.to - fourth!.from).toBeCloseTo(CLIP_MS / 2)
  })

  test('position is told at 1×, whatever the speed', async () => {
    const stage = createStage(numbered(3))
    void stage.player.setRate(2)
    stage.player.play()
    await stage.clock.advance(10 + 600)
    expect(stage.player.position()).toEqual({ line: 0, positionMs: 1_200, durationMs: CLIP_MS })
  })
})

describe('changes while playing', () => {
  test('a casting changed while playing is heard from the next line on', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    await stage.clock.advance(500)
    stage.setLines(numbered(6, { voice: 'other' }))
    await stage.clock.advance(0)
    expect(stage.output.audible()).toEqual(['Line 0'])
    expect(stage.state()).toBe('playing')
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.clips.asked.filter(({ voiceId }) => voiceId === 'other').map((one) => one.lineId)).toEqual(
      [1, 2, 3, 4, 5].map((index) => `line-${index}`),
    )
    expect(new Set(stage.output.heard().map(({ text }) => text)).size).toBe(6)
  })

  test('news of the cache do not touch what sounds', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    await stage.clock.advance(500)
    const before = stage.output.started.length
    stage.setLines(numbered(6))
    await stage.clock.advance(100)
    expect(stage.output.started).toHaveLength(before)
  })
})

test('an hour of playing leaves nothing behind: no timer, no clip, no request', async () => {
  const stage = createStage(numbered(1_600, { type: 'Dialogue' }))
  stage.player.play()
  let timers = 0
  await stage.until(() => {
    timers = Math.max(timers, stage.clock.pendingTimers())
    return stage.line() === 1_500
  }, 3_700_000)
  expect(stage.clock.now()).toBeGreaterThan(50 * 60_000)
  expect(timers).toBeLessThan(20)
  expect(stage.clips.asked).toHaveLength(new Set(stage.clips.asked.map(({ lineId }) => lineId)).size)
  expect(stage.sounds.size()).toBeLessThan(16)
  expect(stage.output.heard().map(({ text }) => text)).toEqual(
    numbered(stage.output.heard().length).map(({ text }) => text),
  )
  stage.player.dispose()
  expect(stage.clock.pendingTimers()).toBe(0)
  expect(stage.sounds.size()).toBe(0)
})

describe('one audio at a time', () => {
  test('SPEC §4 whoever begins to sound makes the other fall silent', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(500)
    stage.focus.take({ release: () => undefined })
    expect(stage.state()).toBe('paused')
    expect(stage.output.audible()).toEqual([])
  })

  test('a call that takes the sound away pauses', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(500)
    stage.output.interrupt()
    expect(stage.state()).toBe('paused')
  })

  test('a disposed player is silent and leaves no timer', async () => {
    const stage = createStage(numbered(30))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.dispose()
    expect(stage.output.audible()).toEqual([])
    expect(stage.clock.pendingTimers()).toBe(0)
  })
})
