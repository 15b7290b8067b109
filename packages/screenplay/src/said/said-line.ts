import type { Line } from '@andscene/contracts/script'
import { canBeSpoken } from '../can-be-spoken.ts'
import { heardRanges, type StyledText, type TextRange } from '../heard-text.ts'
import { withClaims } from './claims.ts'
import { MappedText } from './mapped-text.ts'
import { classesFor, contextOf, traitsIn, withFirst } from './classes.ts'
import { hasSound } from './has-sound.ts'
import { plainQuotes } from './plain-quotes.ts'
import { oneRow, spokenPart } from './prepare.ts'
import { matchesOf, type TokenClass } from './token-class.ts'
import { tidied } from './tidy.ts'

export type SayableLine = StyledText &
  Pick<Line, 'type'> & {
    character?: string | undefined
    language?: string | undefined
    /** The language of a line that a voice of the script's language speaks (`asCast`). */
    writtenIn?: string | undefined
  }

/** A word of the spoken text (`at`, `length`) and the range of the written text that it says. */
export type SaidWord = { at: number; length: number; from: number; to: number }
/** The first character and the length. */
export type SaidPart = [at: number, length: number]
/** `byNarrator`: parts that the narrator speaks. `pauses`: where the text continues after a short pause. */
export type SaidLine = { text: string; words: SaidWord[]; byNarrator?: SaidPart[]; pauses?: number[] }

export type SayOptions = {
  /** Claims before the classes of this folder, except for directions inside a speech. */
  first?: TokenClass | undefined
  /** Whether directions inside a speech are read by the narrator, instead of a short pause. */
  readsDirections?: boolean | undefined
}

const WORD = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu

const wordsOf = (said: MappedText): SaidWord[] =>
  Array.from(matchesOf(said.text, WORD), ({ index: at, 0: { length } }) => ({
    at,
    length,
    ...said.range(at, at + length),
  }))

const LATIN = /\p{Script=Latin}/u
const LETTER = /\p{L}/u

/**
 * Whether the rules of this folder apply: the words of a line in another language are left to the voice. Lines in the
 * script's own language have no `language`.
 */
const isRewritten = ({ writtenIn, language = writtenIn }: SayableLine, text: string): boolean =>
  language === undefined ? LATIN.test(text) || !LETTER.test(text) : language === 'en'

const SILENT: SaidLine = { text: '', words: [] }

/**
 * The words to say for a line (product §3); `own` is the language of the script, en-GB for dates and numbers
 * as the British say them. Silent as `canBeSpoken` has it.
 */
export function saidLine(line: SayableLine, own = 'en', options: SayOptions = {}): SaidLine {
  if (!canBeSpoken(line)) return SILENT
  const whole = oneRow(line, MappedText.of(line.text, heardRanges(line)))
  const text = spokenPart(line, whole)
  const { said, byNarrator, pauses } = isRewritten(line, text.text)
    ? reworded(line.type, text, line.language ?? line.writtenIn ?? own, options)
    : { said: text, byNarrator: [], pauses: [] }
  const heard = [said, text].find((each) => hasSound(each.text)) ?? whole
  let words: SaidWord[] | undefined
  const allWords = () => (words ??= wordsOf(heard))
  const parts = byNarrator.flatMap((range) => partOf(allWords(), range))
  const continuations = pauses.flatMap((at) => wordFrom(allWords(), at))
  return {
    text: heard.text,
    // Most callers need the text alone.
    get words() {
      return allWords()
    },
    ...(parts.length > 0 && { byNarrator: parts }),
    ...(continuations.length > 0 && { pauses: continuations }),
  }
}

/** Where the first word behind a point of the written text is spoken, unless it is the first of all. */
function wordFrom(words: readonly SaidWord[], at: number): number[] {
  const next = words.findIndex(({ from }) => from >= at)
  return next > 0 ? [words[next]!.at] : []
}

/** The part of the spoken text that stands for a range as a whole. */
function partOf(words: readonly SaidWord[], { from, to }: TextRange): SaidPart[] {
  const own = words.filter((word) => word.from === from && word.to === to)
  const [first] = own
  const last = own.at(-1)
  return first && last ? [[first.at, last.at + last.length - first.at]] : []
}

function reworded(
  type: string,
  written: MappedText,
  language: string,
  { first, readsDirections = false }: SayOptions,
): ReturnType<typeof withClaims> {
  const plain = plainQuotes(written)
  const context = {
    ...contextOf(type, plain.text),
    isBritish: language === 'en-GB',
    ...(readsDirections && {
      sayDirection: (text: string) => saidLine({ type: 'Parenthetical', text }, language).text,
    }),
  }
  const traits = traitsIn(plain.text, context)
  const classes = classesFor(plain.text, context, language, traits)
  const claimed = withClaims(plain, context, first ? withFirst(classes, first) : classes, traits)
  return { ...claimed, said: tidied(claimed.said, context) }
}
