import { looksForeign } from './words/foreign.ts'
import { isHeading, lineKind } from '../line-types.ts'
import { abbreviations } from './abbreviations/abbreviations.ts'
import { compass } from './abbreviations/compass.ts'
import { slashedWords } from './abbreviations/slashed-words.ts'
import { stageWords } from './abbreviations/stage-words.ts'
import { states } from './abbreviations/states.ts'
import { isForeignSlugLine, isSlugLine, slugLines, slugPartWords, slugSlashes } from './headings/slug-line.ts'
import { codes, ranges, sums, telephones } from './numbers/codes.ts'
import { dates } from './numbers/dates.ts'
import { fractions } from './numbers/fractions.ts'
import { measures } from './numbers/measures.ts'
import { money } from './numbers/money.ts'
import { models, namedNumbers } from './numbers/named-numbers.ts'
import { plainNumbers } from './numbers/plain-numbers.ts'
import { times } from './numbers/times.ts'
import { TRAIT, traitsOf } from './text-traits.ts'
import { where, type SaidContext, type TokenClass } from './token-class.ts'
import { addresses } from './words/addresses.ts'
import { capitals, isAllCapitals } from './words/capitals.ts'
import { censored } from './words/censored.ts'
import { dashes } from './words/dashes.ts'
import { directions } from './words/directions.ts'
import { heldLetters, hyphenated } from './words/held-letters.ts'
import { letters } from './words/letters.ts'
import { marks } from './words/marks.ts'
import { romans } from './words/romans.ts'
import { signs } from './words/signs.ts'
import { slashes } from './words/slashes.ts'

/** A class whose tokens need one of some traits, and all of them a pattern. */
const only = (needs: number, { name, find }: TokenClass, pattern?: RegExp): TokenClass => ({
  name,
  needs,
  find: pattern ? where((text) => pattern.test(text), find) : find,
})

const MARK = /[*_~<>&{}[\]\\=|`^]|^[-+•#]|\((?:CONTINUED|MORE)\)/
const CENSORED = /[*#@$%]|!\p{L}|(?<!\p{L})[fsbad]h?-/iu
const SIGN =
  /[^\p{L}\p{N}\s.,!?'":;()/–—−-]|[:;]['-]?[()DPp]|\((?:c|TM|R|SM)\)|(?<!\p{L})(?:[A-FO]|AB)\s?[-–−]|->/iu
const T = TRAIT
const SIGNS = T.sign | T.wideSign
const NUMBER = T.digit | T.wideSign

/** What is on the page, but not said, in any language. */
const SILENT: readonly TokenClass[] = [only(T.bracket, directions)]
const MARKS = only(SIGNS | T.bracket | T.dash, marks, MARK)
const SLUG = only(T.heading, slugLines)

/** Classes of English words, in the order in which they claim. */
const ENGLISH: readonly TokenClass[] = [
  only(T.heading, slugPartWords),
  only(T.digit, telephones),
  only(T.digit, dates),
  only(T.digit, times),
  only(NUMBER | T.sign, money),
  only(NUMBER, fractions),
  only(T.digit, codes),
  only(NUMBER | T.sign | T.dash, sums),
  only(NUMBER | T.unit, measures),
  only(T.digit, namedNumbers),
  only(T.digit, models),
  only(T.roman | T.wideSign, romans),
  only(T.stage | T.letter, stageWords),
  only(T.point, compass),
  only(T.state, states),
  only(T.abbreviation | T.label, abbreviations),
  only(T.capitals | T.letter | T.spelled, letters),
  only(T.dash, hyphenated, /\p{L}-\p{L}/u),
  only(T.held, heldLetters),
  only(T.digit, ranges),
  only(T.digit, plainNumbers),
  only(SIGNS | T.colon | T.bracket | T.dash, signs, SIGN),
]

/** Classes of any language in Latin letters; after the others. */
const ANY: readonly TokenClass[] = [
  only(T.heading, slugSlashes),
  only(T.slash, slashes),
  only(T.dash, dashes),
  only(T.capitals | T.wideLetter | T.label, capitals),
]

const ALL: readonly TokenClass[] = [
  ...SILENT,
  only(T.sign | T.slash | T.stopInside, addresses),
  only(T.sign | T.dash, censored, CENSORED),
  MARKS,
  SLUG,
  only(T.slash | T.letter | T.phrase, slashedWords),
  ...ENGLISH,
  ...ANY,
]
const OTHERS = [...SILENT, MARKS, SLUG, ...ANY]

/** Types with captions instead of sentences. */
const CAPTIONS = new Set(['Shot', 'Transition', 'New Act', 'End of Act'])

export const contextOf = (type: string, text: string): SaidContext => ({
  kind: lineKind(type),
  type,
  isHeading: isHeading({ type }) || (type === 'Shot' && isSlugLine(text)),
  isCaption: CAPTIONS.has(type) && !looksForeign(text),
  isAllCapitals: isAllCapitals(text),
})

/** Traits of the text and of its line. */
export const traitsIn = (text: string, context: SaidContext): number => {
  const isLabel = context.isHeading || context.isCaption || context.isAllCapitals
  return (
    traitsOf(text) |
    (context.isHeading ? T.heading : 0) |
    (isLabel || context.kind === 'Character' ? T.label : 0)
  )
}

const FOREIGN_WORD =
  /(?<!\p{L}|\bv[ao]n )(?:der|das|und|ist|les|une|dans|avec|una|gli|della|het|een)(?!\p{L})/iu

const isEnglish = (text: string, context: SaidContext, traits: number) =>
  context.isHeading
    ? !isForeignSlugLine(text)
    : (traits & T.foreign) === 0 || (traits & T.english) > 0 || !FOREIGN_WORD.test(text)

/** Numbers and abbreviations get English words only in an English text. */
export const classesFor = (
  text: string,
  context: SaidContext,
  language: string,
  traits: number,
): readonly TokenClass[] => (/^en(?:-|$)/.test(language) && isEnglish(text, context, traits) ? ALL : OTHERS)

/** The classes with one that claims before all that is said. */
export const withFirst = (classes: readonly TokenClass[], first: TokenClass): readonly TokenClass[] => [
  ...SILENT,
  first,
  ...classes.slice(SILENT.length),
]
