import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { WordTime } from '@andscene/contracts/voices/word-time'
import { STRESSED_LIMIT, type Shape } from '@andscene/kokoro/engine/protocol'
import { matchWords, type MatchedWord } from '@andscene/screenplay/word-times/match-words'

/** The words of `given`, a form of the text that an engine received, as words of the text. Drops those it does not have. */
export function wordsOfText(
  text: string,
  given: string,
  times: readonly WordTime[] | undefined,
): readonly WordTime[] | undefined {
  if (times === undefined || text === given) return times
  const matched = matchWords(given, text)
  let next = 0
  return times.flatMap((time) => {
    while (next < matched.length - 1 && matched[next]!.at + matched[next]!.length <= time.at) next++
    const { found } = matched[next] ?? {}
    return found ? { ...time, ...found } : []
  })
}

/** The emphasized words and the melody of a text, for the words of `given`; no more than the engine accepts. */
export function deliveredWords(
  text: string,
  given: string,
  { emphasis = [], melody = [] }: Delivery = {},
): Pick<Shape, 'emphasis' | 'melody'> {
  if (emphasis.length === 0 && melody.length === 0) return {}
  const words = matchWords(given, text).filter(({ found }) => found !== undefined)
  const isEmphasized = ({ found }: MatchedWord) =>
    emphasis.some(([from, size]) => from < found!.at + found!.length && found!.at < from + size)
  const stressed = words.filter(isEmphasized).slice(0, STRESSED_LIMIT)
  const placed = new Map(words.map(({ at, length, found }) => [found!.at, { at, length }]))
  const sung = melody.flatMap((word) => {
    const place = placed.get(word.at)
    return place ? { ...word, ...place } : []
  })
  return {
    ...(stressed.length > 0 && { emphasis: stressed.map(({ at, length }) => ({ at, length })) }),
    ...(sung.length > 0 && { melody: sung }),
  }
}
