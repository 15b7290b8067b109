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
import { where, type SaidContext, type TokenClass } from './token-class.ts'
import { addresses } from './words/addresses.ts'
import { capitals, isAllCapitals } from './words/capitals.ts'
import { censored } from './words/censored.ts'
import { dashes } from './words/dashes.ts'
import { directions } from './words/directions.ts'
import { heldLetters } from './words/held-letters.ts'
import { letters, MAY_BE_SPELLED } from './words/letters.ts'
import { marks } from './words/marks.ts'
import { romans } from './words/romans.ts'
import { signs } from './words/signs.ts'
import { slashes } from './words/slashes.ts'

/** Most lines have nothing of most classes: a quick look spares their many patterns. */
const only = (pattern: RegExp, { name, find }: TokenClass): TokenClass => ({
  name,
  find: where((text) => pattern.test(text), find),
})

/** Two letters with a full stop between, "v.o.", and names of shots. */
const STAGE =
  /\b[a-z]\.\s?[a-z]\b|\b(?:V\W?O|O\W?[SC]|[BFM]G|S?FX|VFX|POVs?|M\.?O\.?S|INT|EXT|[BEXM]?\.?C\.?U|[EMX]?L?[WML]S|OTS|MED)\b/i
const MARK = /[*_~<>&{}[\]\\=|`^]|^[-+•#]|\((?:CONTINUED|MORE)\)/
const CENSORED = /[*#@$%]|!\p{L}|(?<!\p{L})[fsbad]h?-/iu
const SIGN =
  /[^\p{L}\p{N}\s.,!?'":;()–—−-]|[:;]['-]?[()DPp]|\((?:c|TM|R|SM)\)|(?<!\p{L})(?:[A-FO]|AB)\s?[-–−]|->/iu
const SLASHED = /\/|\b[a-z]\.\s?[a-z]|et al|[ei][ge]\./i
const POINT = /(?:^|[\s("/&-])(?:[NS]\.?\s?[EW]?|[EW])(?:\.|(?![\p{L}\p{N}'.&/-]))/iu
const ROMAN = /(?<!\p{L})[IVXLCDM]+(?:th|st|nd|rd)?(?!\p{L})|[\u2160-\u217F]/iu

/** What is on the page, but not said, in any language. */
const SILENT: readonly TokenClass[] = [only(/[([{]/, directions)]
const MARKS = only(MARK, marks)

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
  only(ROMAN, romans),
  only(STAGE, stageWords),
  only(POINT, compass),
  only(/,\s?(?:\p{L}{2}\b|D\.C|\p{L}{2,5}\.|\p{L}\.)/iu, states),
  abbreviations,
  only(MAY_BE_SPELLED, letters),
  only(/([a-zÀ-ÿ])\1\1|\p{L}-\p{L}/iu, heldLetters),
  ranges,
  plainNumbers,
  only(SIGN, signs),
]

/** Classes of any language in Latin letters; after the others. */
const ANY: readonly TokenClass[] = [slugSlashes, only(/\//, slashes), only(/[-–—]/, dashes), capitals]

const ALL: readonly TokenClass[] = [
  ...SILENT,
  only(/[@#/\\]|\.\p{L}/u, addresses),
  only(CENSORED, censored),
  MARKS,
  slugLines,
  only(SLASHED, slashedWords),
  ...ENGLISH,
  ...ANY,
]
const OTHERS = [...SILENT, MARKS, slugLines, ...ANY]

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
