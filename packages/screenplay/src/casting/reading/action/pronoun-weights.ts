import { AFTER_OBJECT, BEFORE_DOING, DOING, SUBJECT_LANGUAGES } from '../../word-lists.ts'
import data from '../../../../data/gender-words.json' with { type: 'json' }
import { wordSet } from '../../../word-set.ts'
import { WEIGHT } from '../evidence.ts'
import { lowerAt, type Token } from '../tokens.ts'

const INDEFINITE = wordSet(data.indefinite)
const REFLEXIVE = new Set(['himself', 'herself'])

/** "The helmet they gave him", "school has taught him": no one else in the sentence may be meant. */
function isObjectOfOther(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= 0 && !tokens[before]!.isStop; before--) {
    const { isCaps, firstName, noun, subject, lower } = tokens[before]!
    if (INDEFINITE.has(lower)) return true
    if (isCaps || firstName || noun || subject) return false
  }
  return true
}

/** How surely a pronoun refers to the person named last, in one language. */
export class PronounWeights {
  readonly #subjects: ReadonlySet<string>
  readonly #isEnglish: boolean

  constructor(language: string) {
    this.#subjects = new Set(SUBJECT_LANGUAGES[language] ?? [])
    this.#isEnglish = language === 'en'
  }

  /** Returns 0 for an object ("sees him"), which refers to someone other than the named character. */
  at(tokens: readonly Token[], at: number): number {
    const { lower, subject } = tokens[at]!
    if (subject && this.#subjects.has(lower.replace(/['’].*$/, ''))) return WEIGHT.subject
    if (!this.#isEnglish) return 0
    if (REFLEXIVE.has(lower)) return WEIGHT.subject
    if (lower === 'his') return WEIGHT.possessive
    if (lower === 'him' && isObjectOfOther(tokens, at)) return WEIGHT.possessive
    const next = tokens[at + 1]
    if (lower !== 'her' || !next || next.isSign || AFTER_OBJECT.has(next.lower)) return 0
    const isObject = BEFORE_DOING.has(lowerAt(tokens, at - 1)) && DOING.has(next.lower)
    return isObject ? 0 : WEIGHT.possessive
  }
}
