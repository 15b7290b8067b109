import { wordSet } from '../../word-set.ts'
import type { Found } from './mentions.ts'
import type { Phrase } from './phrases/phrase.ts'
import { phraseAt } from './phrases/phrase-at.ts'
import { ENDS } from './phrases/phrase-words.ts'
import { isEnd, lowerAt, type Token } from './tokens.ts'

const LINKS = wordSet(', and & with')
const WORN = wordSet(
  'costume suit mask outfit uniform badge scout cookie magazine band school room box stand',
)
const BEFORE_BARE = wordSet('and or as of by is was former once now')

/** A paragraph of action, with the names in it and the words that have been read as descriptions. */
export class Paragraph {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly found: readonly Found[]
  /** Indices of nouns and possessives that have been assigned to a person. */
  readonly used = new Set<number>()
  /** Where descriptions of named characters start. */
  readonly told = new Set<number>()
  phrases: readonly Phrase[] = []
  readonly #names: ReadonlyMap<number, Found>
  #phraseFrom: ReadonlyMap<number, Phrase> = new Map()

  constructor(text: string, tokens: readonly Token[], found: readonly Found[]) {
    this.text = text
    this.tokens = tokens
    this.found = found
    this.#names = new Map(found.map((one) => [one.at, one]))
  }

  /** Whether a name starts at a token. */
  readonly isName = (at: number): boolean => this.#names.has(at)

  nameAt(at: number): Found | undefined {
    return this.#names.get(at)
  }

  isPossessive({ end }: Found): boolean {
    return this.tokens[end - 1]!.isPossessive
  }

  findPhrases(): void {
    const phrases: Phrase[] = []
    for (let at = 0; at < this.tokens.length; at++) {
      if (!this.tokens[at]!.startsPhrase) continue
      const name = this.nameAt(at)
      if (name && !this.isPossessive(name)) {
        at = name.end - 1
        continue
      }
      const phrase = phraseAt(this.tokens, name ? name.end - 1 : at, this.isName)
      if (!phrase || !this.#tells(phrase) || this.#isModifier(phrase)) continue
      phrases.push(phrase)
      at = Math.max(at, phrase.to - 1)
    }
    this.phrases = phrases
    this.#phraseFrom = new Map(phrases.map((phrase) => [phrase.from, phrase]))
  }

  #tells({ isPerson, years, accent, to }: Phrase): boolean {
    return isPerson || years !== undefined || accent !== undefined || this.isName(to)
  }

  /** "In yellow rubber boots", "in full goth regalia": a word that may be a person describes a thing. */
  #isModifier({ from, to, determiner, gender, years, accent }: Phrase): boolean {
    const before = this.tokens[from - 1]
    const after = this.tokens[to]
    // "A Spider-Man costume".
    if (after && WORN.has(after.lower)) return true
    return (
      determiner === '' &&
      (gender ?? years ?? accent) === undefined &&
      before !== undefined &&
      !before.isSign &&
      !BEFORE_BARE.has(before.lower) &&
      !isEnd(after) &&
      !ENDS.has(after!.lower) &&
      !this.isName(to)
    )
  }

  phraseFrom(at: number): Phrase | undefined {
    return this.#phraseFrom.get(at) ?? phraseAt(this.tokens, at, this.isName)
  }

  isUsed({ nounAt }: Phrase): boolean {
    return nounAt !== undefined && this.used.has(nounAt)
  }

  use(from: number, to: number): void {
    for (let at = from; at < to; at++) this.used.add(at)
  }

  /** Whether a token starts a description of a named character. */
  isDescription(at: number): boolean {
    return this.told.has(at)
  }

  /** Whether a token starts a description of a person whom the text does not name. */
  isStranger(at: number): boolean {
    const phrase = this.#phraseFrom.get(at)
    return (
      phrase !== undefined &&
      phrase.isPerson &&
      phrase.nameAt === undefined &&
      lowerAt(this.tokens, at - 1) !== 'like' &&
      !this.isUsed(phrase) &&
      !this.told.has(at)
    )
  }

  /** Returns the next sign; undefined if a name comes before it, or with `isStrict` another person. */
  signAfter(from: number, isStrict = false): number | undefined {
    for (let at = from; at < this.tokens.length; at++) {
      if (this.tokens[at]!.isSign) return at
      if (this.isName(at)) return undefined
      if (isStrict && this.#phraseFrom.get(at)?.isPerson) return undefined
    }
    return undefined
  }

  /** The names that are listed before one: SAM in "SAM and LEE, both nine". */
  listedBefore(rank: number): Found[] {
    const listed: Found[] = []
    for (let at = rank - 1; at >= 0; at--) {
      const between = this.tokens.slice(this.found[at]!.end, this.found[at + 1]!.at)
      if (between.length > 2 || !between.every(({ lower }) => LINKS.has(lower))) break
      listed.push(this.found[at]!)
    }
    return listed
  }
}
