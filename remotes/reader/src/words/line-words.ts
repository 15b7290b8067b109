import type { LineWordTime } from '@andscene/contracts/voices/word-time'

/** A written word, or several that are spoken as one ("20:15"), and when it is heard. Offsets in UTF-16 units. */
export type LineWord = { start: number; end: number; startMs: number; endMs: number }

/** The words of a line by the words that are spoken: several of them may say one ("21"). */
export function lineWords(words: readonly LineWordTime[]): LineWord[] {
  const found: LineWord[] = []
  for (const { from, to, startMs, endMs } of words) {
    if (from === undefined || to === undefined) continue
    const last = found.at(-1)
    if (last?.start === from && last.end === to) last.endMs = endMs
    else found.push({ start: from, end: to, startMs, endMs })
  }
  return found
}

/** The words at the pace of a character: positions of the player are on that scale. */
export const atPace = (words: readonly LineWord[], pace: number): readonly LineWord[] =>
  pace === 1
    ? words
    : words.map((word) => ({ ...word, startMs: word.startMs / pace, endMs: word.endMs / pace }))

/** A pause of this length (ms) belongs to no word. */
const PAUSE_MS = 300

/** The word that is heard at a time, and the time (ms) of the next change. */
export function wordAt(words: readonly LineWord[], ms: number): { word?: LineWord; until: number } {
  const index = words.findLastIndex(({ startMs }) => startMs <= ms)
  const nextStart = words[index + 1]?.startMs ?? Infinity
  const word = words[index]
  if (!word) return { until: nextStart }
  const end = nextStart - word.endMs < PAUSE_MS ? nextStart : word.endMs + PAUSE_MS / 2
  return ms < end ? { word, until: end } : { until: nextStart }
}
