import { AUDIO_CONCURRENCY } from '@andscene/web-kit/api-client'
import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import type { MissingVoice } from '@andscene/screenplay/voices'
import { createAudioFocus } from '../output/audio-focus.ts'
import { gapBetween } from '@andscene/screenplay/timing/line-gaps'
import { createPlayer } from '../engine/player.ts'
import type { Reading } from '../engine/reading-plan.ts'
import { createRequestQueue } from '../clips/request-queue.ts'
import { createSounds } from '../clips/sounds.ts'
import { createFakeClips } from './fake-clips.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFakeOutput } from './fake-output.ts'

export type HarnessLine = {
  text: string
  type?: string
  voice?: string | MissingVoice
  /** The line is not read aloud. */
  skip?: boolean
  /** The line has no stored clip. */
  unmade?: boolean
  sound?: LineSound
}

/** A reading plan of plain lines: 20 to a page, two scenes and two acts of half the script each. */
export function readingOf(lines: readonly HarnessLine[]): Reading {
  const half = Math.ceil(lines.length / 2)
  const starts = { line: lines.map((_, index) => index), scene: [0, half], act: [0, half] }
  return {
    lineCount: lines.length,
    spokenFrom(index) {
      const found = lines.findIndex((line, at) => at >= index && !line.skip && line.text.trim() !== '')
      return found < 0 ? null : found
    },
    request(index) {
      const { voice = 'voice', text, unmade, sound } = lines[index]!
      const path = unmade ? undefined : `clips/${index}`
      if (typeof voice !== 'string') return { missing: voice }
      return {
        scriptId: 'script',
        lineId: `line-${index}`,
        voiceId: voice,
        text,
        path,
        ...(sound && { sound }),
      }
    },
    gap: (before, after) =>
      gapBetween({ type: lines[before]!.type ?? 'Action' }, { type: lines[after]!.type ?? 'Action' }),
    pageCount: Math.max(1, Math.ceil(lines.length / 20)),
    pageOf: (line) => Math.max(0, Math.floor(line / 20)),
    firstLineOf: (page) => page * 20,
    move(unit, line, direction) {
      const targets = starts[unit]
      return direction === 'next' ? targets.find((at) => at > line) : targets.findLast((at) => at < line)
    },
  }
}

/** Length of each line's clip, unless its text ends in another (`… 1200ms`). */
export const CLIP_MS = 2_000
const durationOf = (text: string) => Number(/(\d+)ms/.exec(text)?.[1] ?? CLIP_MS)

export type Harness = ReturnType<typeof createHarness>

/** A player with fake ports; time passes only when a test advances it. */
export function createHarness(lines: readonly HarnessLine[]) {
  const clock = createFakeClock()
  const output = createFakeOutput(clock, durationOf)
  const clips = createFakeClips(clock)
  const saved: number[] = []
  const queue = createRequestQueue(AUDIO_CONCURRENCY)
  const sounds = createSounds({ clips, output, clock, queue })
  const focus = createAudioFocus()
  const player = createPlayer({
    clock,
    output,
    sounds,
    focus,
    progress: { save: (line) => saved.push(line) },
    reading: readingOf(lines),
  })
  /** Advances until `test` returns true; fails after `ms`. */
  async function until(test: () => boolean, ms = 120_000, step = ms > 200_000 ? 500 : 10) {
    for (let passed = 0; passed < ms; passed += step) {
      if (test()) return
      await clock.advance(step)
    }
    throw new Error(`not within ${ms} ms: ${JSON.stringify(player.getSnapshot())}`)
  }
  return {
    clock,
    output,
    clips,
    saved,
    focus,
    player,
    sounds,
    queue,
    until,
    async playToEnd() {
      player.play()
      await until(() => player.getSnapshot().state === 'stopped')
    },
    texts: () => output.heard().map(({ text }) => text),
    state: () => player.getSnapshot().state,
    line: () => player.getSnapshot().line,
    page: () => player.getSnapshot().page,
    error: () => player.getSnapshot().error,
    setLines: (next: readonly HarnessLine[]) => player.setReading(readingOf(next)),
  }
}

/** Returns a player that has played these lines for this long. */
export async function played(lines: readonly HarnessLine[], ms: number) {
  const harness = createHarness(lines)
  harness.player.play()
  await harness.clock.advance(ms)
  return harness
}

export const numbered = (count: number, rest: Partial<HarnessLine> = {}): HarnessLine[] =>
  Array.from({ length: count }, (_, index) => ({ text: `Line ${index}`, ...rest }))
