import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { WordTime } from '@andscene/contracts/voices/word-time'
import { STRESSED_LIMIT } from '@andscene/kokoro/engine/protocol'
import { matchWords, type Span } from '@andscene/screenplay/word-times/match-words'

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

/** The emphasized words of the text, as words of `given`; no more than the engine accepts. */
export const stressedWords = (text: string, given: string, { emphasis = [] }: Delivery = {}): Span[] =>
  emphasis.length === 0
    ? []
    : matchWords(given, text)
        .flatMap(({ at, length, found }) =>
          found && emphasis.some(([from, size]) => from < found.at + found.length && found.at < from + size)
            ? { at, length }
            : [],
        )
        .slice(0, STRESSED_LIMIT)
