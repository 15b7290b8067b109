import type { WordTime } from '@andscene/contracts/voices/word-time'
import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten'

const WORD = /[^\s—–]+/g

/**
 * The words of a text by the engine's events. Several events for a word ("42") are one; a pause, a phoneme without a
 * name, belongs to no word.
 */
export function wordsOfEvents(ssml: string, events: readonly EspeakEvent[]): WordTime[] {
  const spans = Array.from(ssml.matchAll(WORD), ({ 0: word, index }) => ({ at: index, length: word.length }))
  const words: WordTime[] = []
  let next = 0
  let isOpen = false
  for (const { type, text_position: position, audio_position: ms, id } of events) {
    const last = words.at(-1)
    const isPause = (type === 'phoneme' && id === '') || type === 'end' || type === 'sentence'
    if (isOpen && last && (isPause || type === 'word')) last.endMs = Math.max(last.startMs, ms)
    if (isPause) isOpen = false
    if (type !== 'word') {
      isOpen ||= type === 'phoneme' && !isPause && last !== undefined
      continue
    }
    isOpen = true
    // Positions begin with 1.
    while (next < spans.length - 1 && spans[next + 1]!.at < position) next++
    const span = spans[next]
    if (span && last?.at !== span.at) words.push({ ...span, startMs: ms, endMs: ms })
  }
  return words
}
