import type { WordTime } from '@andscene/contracts/voices/word-time'
import type { RunWord } from '../../phonemes/said-words.ts'
import { FRAMES_PER_SECOND } from '../heads/head-plan.ts'

/** The sound of a phoneme begins so much before its frames, as measured against a forced alignment. */
const LATE_MS = 65

/** When the words of a run are heard. `durations`: frames of each token, with the two silences at its ends. */
export function wordTimes(words: readonly RunWord[], durations: readonly number[]): WordTime[] {
  const starts = [0]
  for (const duration of durations) starts.push(starts.at(-1)! + duration)
  const msAt = (token: number) => {
    const frames = starts[Math.min(token + 1, starts.length - 1)]!
    return Math.max(0, Math.round((frames / FRAMES_PER_SECOND) * 1_000 - LATE_MS))
  }
  return words.map(({ at, length, first, end }) => ({ at, length, startMs: msAt(first), endMs: msAt(end) }))
}
