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
import type { SaidContext, TokenClass } from './token-class.ts'
import { addresses } from './words/addresses.ts'
import { capitals, isAllCapitals } from './words/capitals.ts'
import { censored } from './words/censored.ts'
import { dashes } from './words/dashes.ts'
import { directions } from './words/directions.ts'
import { heldLetters } from './words/held-letters.ts'
import { letters } from './words/letters.ts'
import { marks } from './words/marks.ts'
import { romans } from './words/romans.ts'
import { signs } from './words/signs.ts'
import { slashes } from './words/slashes.ts'

/** What is on the page, but not said, in any language. */
const SILENT: readonly TokenClass[] = [directions]

/** Classes of English words, in the order in which they claim. */
const ENGLISH: readonly TokenClass[] = [
  slugPartWords,
  telephones,
  dates,
  times,
  money,
  fractions,
  codes,
  sums,
  measures,
  namedNumbers,
  models,
  romans,
  stageWords,
  compass,
  states,
  abbreviations,
  letters,
  heldLetters,
  ranges,
  plainNumbers,
  signs,
]

/** Classes of any language in Latin letters; after the others. */
const ANY: readonly TokenClass[] = [slugSlashes, slashes, dashes, capitals]

export const ALL: readonly TokenClass[] = [
  ...SILENT,
  addresses,
  censored,
  marks,
  slugLines,
  slashedWords,
  ...ENGLISH,
  ...ANY,
]
const OTHERS = [...SILENT, marks, slugLines, ...ANY]

/** Types with captions instead of sentences. */
const CAPTIONS = new Set(['Shot', 'Transition', 'New Act', 'End of Act'])

export const contextOf = (type: string, text: string): SaidContext => ({
  kind: lineKind(type),
  type,
  isHeading: isHeading({ type }) || (type === 'Shot' && isSlugLine(text)),
  isCaption: CAPTIONS.has(type) && !looksForeign(text),
  isAllCapitals: isAllCapitals(text),
})

const FOREIGN_WORD =
  /(?<!\p{L}|\bv[ao]n )(?:der|das|und|ist|les|une|dans|avec|una|gli|della|het|een)(?!\p{L})/iu
/** Words that occur only in English. */
const ENGLISH_WORD = /\b(?:the|and|you|with|this|that|his|she|from|what|they)\b/i

const isEnglish = (text: string, context: SaidContext) =>
  context.isHeading ? !isForeignSlugLine(text) : !FOREIGN_WORD.test(text) || ENGLISH_WORD.test(text)

/** Numbers and abbreviations get English words only in an English text. */
export const classesFor = (text: string, context: SaidContext, language: string): readonly TokenClass[] =>
  /^en(?:-|$)/.test(language) && isEnglish(text, context) ? ALL : OTHERS
