import type { Line } from '@andscene/contracts/script'
import { canBeSpoken } from '../can-be-spoken.ts'
import { heardRanges, type StyledText } from '../heard-text.ts'
import { withClaims } from './claims.ts'
import { MappedText } from './mapped-text.ts'
import { classesFor, contextOf, traitsIn } from './classes.ts'
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
export type SaidLine = { text: string; words: SaidWord[] }

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
 * as the British say them. Silent as `canBeSpoken` has it. `first` claims before the classes of this folder.
 */
export function saidLine(line: SayableLine, own = 'en', first?: TokenClass): SaidLine {
  if (!canBeSpoken(line)) return SILENT
  const whole = oneRow(line, MappedText.of(line.text, heardRanges(line)))
  const text = spokenPart(line, whole)
  const said = isRewritten(line, text.text)
    ? reworded(line.type, text, line.language ?? line.writtenIn ?? own, first)
    : text
  const heard = [said, text].find((each) => hasSound(each.text)) ?? whole
  let words: SaidWord[] | undefined
  return {
    text: heard.text,
    // Most callers need the text alone.
    get words() {
      return (words ??= wordsOf(heard))
    },
  }
}

function reworded(
  type: string,
  written: MappedText,
  language: string,
  first: TokenClass | undefined,
): MappedText {
  const plain = plainQuotes(written)
  const context = { ...contextOf(type, plain.text), isBritish: language === 'en-GB' }
  const traits = traitsIn(plain.text, context)
  const classes = classesFor(plain.text, context, language, traits)
  return tidied(withClaims(plain, context, first ? [first, ...classes] : classes, traits), context)
}
