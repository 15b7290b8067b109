import data from '../../../data/words.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { genderOfWord, isFirstName, plainCue, TITLES, wordsOf } from '../cue-words.ts'
import type { Token } from './tokens.ts'

/**
 * A person of the script with all their cues, such as YOUNG EDWARD, EDWARD and EDWARD'S VOICE; `lead` is the plainest.
 */
export type Person = { words: readonly string[]; cues: number[]; lead: number }
/** A name found in a text: its person and cue, whether it is only part of the name, and its length in tokens. */
export type Mention = { person: number; cue: number | undefined; isPart: boolean; length: number }
/** A mention in a text; `end` is the index of the token after it. */
export type Found = { at: number; end: number; mention: Mention }

type Entry = { words: readonly string[]; mention: Mention }

/** Words that are not names on their own, such as titles. */
const NO_PARTS = wordSet('MR MRS MS MISS ST JR SR FR HON THE')
/** Words of cues that are also common in sentences. */
const COMMON = wordSet(data.mentions.common)

export class NameIndex {
  readonly persons: Person[] = []
  readonly personOfCue: number[] = []
  readonly #entries = new Map<string, Entry[]>()

  constructor(cues: readonly string[], namesOfPersons: readonly (readonly string[])[]) {
    const byKey = new Map<string, number>()
    for (const [cue, name] of cues.entries()) {
      const words = namesOfPersons[cue]!
      const key = words.join(' ')
      let person = byKey.get(key)
      if (person === undefined) {
        person = this.persons.length
        byKey.set(key, person)
        this.persons.push({ words, cues: [], lead: cue })
      }
      const { cues: own, lead } = this.persons[person]!
      own.push(cue)
      if (wordsOf(name).length < wordsOf(cues[lead]!).length) this.persons[person]!.lead = cue
      this.personOfCue.push(person)
      const full = wordsOf(plainCue(name))
      this.#add(full, person, cue)
    }
    const shared = new Map<string, number>()
    for (const { words } of this.persons)
      for (const word of new Set(words)) shared.set(word, (shared.get(word) ?? 0) + 1)
    for (const [person, { words, lead }] of this.persons.entries()) {
      this.#add(words, person, lead)
      if (words.length < 2) continue
      for (const word of words) {
        const tells =
          word.length > 2 && !/\d/.test(word) && !TITLES.has(word) && !NO_PARTS.has(word) && !COMMON.has(word)
        if (tells && shared.get(word) === 1 && !genderOfWord(word)) this.#add([word], person)
      }
    }
    for (const entries of this.#entries.values()) entries.sort((a, b) => b.words.length - a.words.length)
  }

  #add(words: readonly string[], person: number, cue?: number): void {
    const first = words[0]?.replace(/'S?$/, '')
    if (first === undefined) return
    // Tokens have no possessive endings: DUKE'S SON.
    const plain = words.map((word) => word.replace(/'S?$/, ''))
    const entry = { words: plain, mention: { person, cue, isPart: cue === undefined, length: words.length } }
    const entries = this.#entries.get(first)
    if (!entries) this.#entries.set(first, [entry])
    else if (!entries.some((known) => known.words.join(' ') === plain.join(' '))) entries.push(entry)
  }

  /** The cue MRS BENNETT if it exists, else BENNETT. */
  addressed(title: string, name: string): Mention | undefined {
    const isWhole = ({ words }: Entry) => words.length === 2 && words[1] === name
    return (
      this.#entries.get(title)?.find(isWhole) ??
      this.#entries.get(name)?.find(({ words }) => words.length === 1)
    )?.mention
  }

  /** Whether a mention is the surname of a cue with a title: BENNETT of DR. BENNETT. */
  isTitled({ person, isPart }: Mention): boolean {
    return isPart && TITLES.has(this.persons[person]!.words[0]!)
  }

  /** The longest name that starts at a token. A lower-case word is a name only after an article: "the waitress". */
  at(tokens: readonly Token[], start: number): Mention | undefined {
    const token = tokens[start]!
    if (!token.isCapital && !tokens[start - 1]?.leadsRole) return undefined
    const entries = token.isSign ? undefined : this.#entries.get(token.upper)
    if (!entries || (!token.isCapital && isFirstName(token.upper))) return undefined
    for (const { words, mention } of entries) {
      if (words.length === 1 || words.every((word, offset) => tokens[start + offset]?.upper === word))
        return mention
    }
    return undefined
  }

  /** All names in a text. */
  allIn(tokens: readonly Token[]): Found[] {
    const found: Found[] = []
    for (let at = 0; at < tokens.length; at++) {
      const mention = this.at(tokens, at)
      if (!mention) continue
      // In "Amy March", March does not mean AUNT MARCH.
      if (mention.isPart && found.at(-1)?.end === at) continue
      found.push({ at, end: at + mention.length, mention })
      at += mention.length - 1
    }
    return found
  }
}
