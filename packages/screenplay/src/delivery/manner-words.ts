import type { DeliveryName } from '@andscene/contracts/voices/delivery'
import data from '../../data/deliveries.json' with { type: 'json' }
import { phrasesOf } from './direction-parts.ts'

type Lists = Partial<Record<DeliveryName, readonly string[]>>
type LanguageData = {
  before?: readonly string[]
  after?: readonly string[]
  and?: readonly string[]
  negations?: readonly string[]
  addresses?: readonly string[]
  persons?: readonly string[]
  frames?: readonly string[]
  verbs?: readonly (Lists & { tails: readonly string[] })[]
  adjectives?: Lists
  words: Lists
  plain: readonly string[]
  continues: readonly string[]
}

/** What a phrase says about the speech. `plain`: spoken without a delivery, also if it is in capitals. */
export type Manner = {
  says: DeliveryName | 'plain' | 'continues'
  /** Words that may follow, with anything behind them: "shouting *over* the music". */
  tails?: ReadonlySet<string>
}

export type MannerWords = {
  phrases: ReadonlyMap<string, Manner>
  /** The first word of each phrase. */
  starts: ReadonlySet<string>
  /** Words in the longest phrase. */
  longest: number
  before: ReadonlySet<string>
  after: ReadonlySet<string>
  and: ReadonlySet<string>
  negations: ReadonlySet<string>
  /** "to", and whom it may be followed by. */
  addresses: ReadonlySet<string>
  persons: ReadonlySet<string>
}

/** English has words for each delivery. */
export const DELIVERIES = Object.keys(data.en.words) as DeliveryName[]

const POSSESSIVES = ['his', 'her', 'their', 'my', 'your', 'the', 'its']
/** "lowering one's voice" stands for "lowering his voice" and the like. */
const forAll = (phrase: string): string[] =>
  phrase.includes("one's") ? POSSESSIVES.map((owner) => phrase.replace("one's", owner)) : [phrase]

function wordsOf(language: LanguageData): MannerWords {
  const phrases = new Map<string, Manner>()
  const add = (lists: readonly string[] = [], manner: Manner) => {
    for (const phrase of phrasesOf(lists).flatMap(forAll)) phrases.set(phrase, manner)
  }
  const frames = language.frames ? phrasesOf(language.frames) : []
  add(language.continues, { says: 'continues' })
  add(language.plain, { says: 'plain' })
  for (const says of DELIVERIES) {
    const adjectives = language.adjectives?.[says] ?? []
    if (adjectives.length > 0)
      for (const adjective of phrasesOf(adjectives))
        add([adjective, ...frames.map((frame) => frame.replace('*', adjective))], { says })
    for (const { tails, ...verbs } of language.verbs ?? [])
      if (verbs[says]) add(verbs[says], { says, tails: setOf(tails) })
    if (language.words[says]) add(language.words[says], { says })
  }
  return {
    phrases,
    starts: new Set([...phrases.keys()].map((phrase) => phrase.split(' ', 1)[0]!)),
    longest: Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length)),
    before: setOf(language.before),
    after: setOf(language.after),
    and: setOf(language.and),
    negations: setOf(language.negations),
    addresses: setOf(language.addresses),
    persons: setOf(language.persons),
  }
}

const setOf = (lists: readonly string[] | undefined): ReadonlySet<string> =>
  new Set(lists ? phrasesOf(lists) : [])

/** By language; a direction may be in another one than its script. */
export const MANNER_WORDS: readonly MannerWords[] = Object.values(data as Record<string, LanguageData>).map(
  wordsOf,
)

/** The languages in which a phrase starts with a word; most words of directions start none. */
export const LANGUAGES_OF: ReadonlyMap<string, ReadonlySet<MannerWords>> = languagesByWord()

function languagesByWord() {
  const found = new Map<string, Set<MannerWords>>()
  for (const words of MANNER_WORDS)
    for (const start of words.starts) found.set(start, (found.get(start) ?? new Set()).add(words))
  return found
}
