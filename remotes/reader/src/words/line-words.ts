import type { WordTimes } from '@andscene/contracts/voices/word-time'
import { mayHaveDirections } from '@andscene/screenplay/read-directions'
import { saidLine, type SayableLine } from '@andscene/screenplay/said/said-line'
import { matchWords } from '@andscene/screenplay/word-times/match-words'

/** A written word, or several that are spoken as one ("20:15"), and when it is heard. Offsets in UTF-16 units. */
export type LineWord = { start: number; end: number; startMs: number; endMs: number }

type Written = { at: number; length: number; from: number; to: number }

/** The words of a line by the words that were spoken. `language` is that of the script. */
export function lineWords({ text, words }: WordTimes, line: SayableLine, language?: string): LineWord[] {
  const written = writtenWords(text, line, language)
  const found: LineWord[] = []
  let next = 0
  for (const { at, startMs, endMs } of words) {
    while (next < written.length && written[next]!.at + written[next]!.length <= at) next++
    const said = written[next]
    if (!said || said.at > at + 1 || said.from === said.to) continue
    const last = found.at(-1)
    if (last?.start === said.from && last.end === said.to) last.endMs = endMs
    else found.push({ start: said.from, end: said.to, startMs, endMs })
  }
  return found
}

/** Where the words of a spoken text are written in the line. Clips may have been made by another release. */
function writtenWords(text: string, line: SayableLine, language: string | undefined): Written[] {
  for (const asRead of [false, true]) {
    const said = saidLine(line, language, { readsDirections: asRead })
    if (said.text === text) return said.words
    if (!mayHaveDirections(line)) break
  }
  return matchWords(text, line.text).flatMap(({ at, length, found }) =>
    found ? { at, length, from: found.at, to: found.at + found.length } : [],
  )
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
