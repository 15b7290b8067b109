import type { LineWordTime, WordTimes } from '@andscene/contracts/voices/word-time'
import { sayable, type SpeechSource } from '../line-speech.ts'
import { mayHaveDirections } from '../read-directions.ts'
import type { SayableLine, SaidWord } from '../said/said-line.ts'
import { voiceRoleFor } from '../voices.ts'
import { matchWords } from './match-words.ts'

/** The words of a clip, each with the range of the written line that it says (UTF-16 units), if it says one. */
export function writtenWords(
  { text, words }: WordTimes,
  line: SayableLine,
  source: Omit<SpeechSource, 'casting' | 'readsDirections'>,
): LineWordTime[] {
  const written = saidWords(text, line, source)
  let next = 0
  return words.map((word) => {
    while (next < written.length && written[next]!.at + written[next]!.length <= word.at) next++
    const said = written[next]
    return said && said.at <= word.at + 1 && said.from < said.to
      ? { ...word, from: said.from, to: said.to }
      : word
  })
}

/** Where the words of a spoken text are written. The clip may have been made by another release. */
function saidWords(
  text: string,
  line: SayableLine,
  source: Omit<SpeechSource, 'casting' | 'readsDirections'>,
): SaidWord[] {
  const speaker = voiceRoleFor(line) === 'character' ? line.character : undefined
  for (const readsDirections of mayHaveDirections(line) ? [false, true] : [false]) {
    const said = sayable(line, { ...source, readsDirections }, speaker)
    if (said.text === text) return said.words
  }
  return matchWords(text, line.text).flatMap(({ at, length, found }) =>
    found ? { at, length, from: found.at, to: found.at + found.length } : [],
  )
}
