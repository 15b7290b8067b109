import type { WordTime } from '@andscene/contracts/voices/word-time'
import type { RunWord } from '../../phonemes/said-words.ts'
import { FRAMES_PER_SECOND } from '../heads/head-plan.ts'

/** How much earlier than its frames a sound is heard, measured by `npm run bench -- word-times`. */
const LATE_MS = {
  /** A word after silence or a mark. */
  start: 65,
  /** The space between two words, in which the second one begins. */
  between: 40,
  /** A word before silence or a mark. */
  end: 105,
}

/** Whether only a space is between two words. */
const isJoined = (before: RunWord | undefined, after: RunWord | undefined) =>
  before !== undefined && after !== undefined && after.first <= before.end + 1

/** When the words of a run are heard. `durations`: frames of each token, with the two silences at its ends. */
export function wordTimes(words: readonly RunWord[], durations: readonly number[]): WordTime[] {
  const starts = [0]
  for (const duration of durations) starts.push(starts.at(-1)! + duration)
  const msAt = (token: number, lateMs: number) => {
    const frames = starts[Math.min(token + 1, starts.length - 1)]!
    return Math.max(0, Math.round((frames / FRAMES_PER_SECOND) * 1_000 - lateMs))
  }
  return words.map((word, n) => {
    const [before, after] = [words[n - 1], words[n + 1]]
    const startMs = isJoined(before, word)
      ? msAt(before!.end, LATE_MS.between)
      : msAt(word.first, LATE_MS.start)
    const endMs = msAt(word.end, isJoined(word, after) ? LATE_MS.between : LATE_MS.end)
    return { at: word.at, length: word.length, startMs, endMs: Math.max(startMs, endMs) }
  })
}
