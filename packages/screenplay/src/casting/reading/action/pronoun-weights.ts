import { AFTER_OBJECT, BEFORE_DOING, DOING, SUBJECT_LANGUAGES } from '../../word-lists.ts'
import { WEIGHT } from '../evidence.ts'
import { lowerAt, type Token } from '../tokens.ts'

const REFLEXIVE = new Set(['himself', 'herself'])

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
    const next = tokens[at + 1]
    if (lower !== 'her' || !next || next.isSign || AFTER_OBJECT.has(next.lower)) return 0
    const isObject = BEFORE_DOING.has(lowerAt(tokens, at - 1)) && DOING.has(next.lower)
    return isObject ? 0 : WEIGHT.possessive
  }
}
