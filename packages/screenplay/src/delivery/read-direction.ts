import type { DeliveryName } from '@andscene/contracts/voices/delivery'
import { directionParts } from './direction-parts.ts'
import { LANGUAGES_OF, type Manner, type MannerWords } from './manner-words.ts'
import { pauseOfPart } from './pauses.ts'

/**
 * What a parenthetical says about the speech below it. `keeps`: nothing, as "(beat)". `other`: it ends the delivery
 * above, as "(to Anna)". `plain`: also capitals and marks do not count, as "(singing)".
 */
export type Direction = DeliveryName | 'keeps' | 'other' | 'plain'

/** How loud a speech is says more than its mood: "(furious, whispering)". */
const LOUDNESS: ReadonlySet<Direction> = new Set(['whispering', 'quiet', 'shouting', 'calling'])
/** Words that may be in front of a phrase. */
const MOST_BEFORE = 4

/** Memoized, as a script repeats a few directions. */
export function directionReader(): (text: string) => Direction {
  const known = new Map<string, Direction>()
  return (text) => {
    const found = known.get(text) ?? readDirection(text)
    known.set(text, found)
    return found
  }
}

/** Returns `other` where a reader could not be sure: "(not whispering)", "(the whispering trees)". */
export function readDirection(text: string): Direction {
  const parts = directionParts(text)
  if (parts.length === 0) return 'other'
  const spoken = parts.filter((part) => pauseOfPart(part) === undefined)
  if (spoken.length === 0) return 'keeps'
  for (const words of languagesIn(spoken)) {
    const direction = readIn(words, spoken)
    if (direction !== 'other') return direction
  }
  return 'other'
}

function languagesIn(parts: readonly string[]): ReadonlySet<MannerWords> {
  const found = new Set<MannerWords>()
  for (const word of parts.join(' ').toLowerCase().split(' '))
    for (const language of LANGUAGES_OF.get(word) ?? []) found.add(language)
  return found
}

function readIn(words: MannerWords, parts: readonly string[]): Direction {
  const found: Direction[] = []
  let isOther = false
  for (const clause of parts.flatMap((part) => clausesOf(words, part))) {
    const says = mannerOf(words, clause)
    if (says === undefined) {
      isOther = true
      if (clause.some((word) => words.negations.has(word.toLowerCase()))) break
    } else if (says !== 'continues') found.push(says)
  }
  return found.find((each) => LOUDNESS.has(each)) ?? found[0] ?? (isOther ? 'other' : 'keeps')
}

/** "low but insistent" is two clauses. A phrase with "and" is one. */
function clausesOf(words: MannerWords, part: string): string[][] {
  const all = part.split(' ')
  if (words.phrases.has(part.toLowerCase())) return [all]
  const clauses: string[][] = [[]]
  for (const word of all) {
    if (words.and.has(word.toLowerCase())) clauses.push([])
    else clauses.at(-1)!.push(word)
  }
  return clauses.filter((clause) => clause.length > 0)
}

function mannerOf(words: MannerWords, clause: readonly string[]): Manner['says'] | undefined {
  const lower = clause.map((word) => word.toLowerCase())
  for (let from = 0; from <= MOST_BEFORE && from < clause.length; from++) {
    const most = words.starts.has(lower[from]!) ? words.longest : 0
    for (let end = Math.min(clause.length, from + most); end > from; end--) {
      const manner = words.phrases.get(lower.slice(from, end).join(' '))
      if (manner && isEnd(words, manner, clause.slice(end))) return manner.says
    }
    if (!words.before.has(lower[from]!)) return undefined
  }
  return undefined
}

/** Whether these words may follow a phrase: "again", "to Anna", and after a verb "over the music". */
function isEnd(words: MannerWords, { tails, says }: Manner, rest: readonly string[]): boolean {
  const lower = rest.map((word) => word.toLowerCase())
  if (lower.every((word) => words.after.has(word))) return true
  if (says === 'plain') return true
  const isAddressed = words.addresses.has(lower[0]!) && rest.length <= 3 && !lower.includes('the')
  return (tails?.has(lower[0]!) === true || isAddressed) && isFree(words, rest)
}

/** "shouting to Anna", but not "calling to say goodbye". */
const isFree = (words: MannerWords, rest: readonly string[]): boolean =>
  rest.every((word, at) => {
    if (!words.addresses.has(word.toLowerCase())) return true
    const next = rest[at + 1]
    return next !== undefined && isPerson(words, next)
  })

const isPerson = (words: MannerWords, word: string): boolean =>
  words.persons.has(word.toLowerCase()) || (/^\p{Lu}/u.test(word) && /\p{Ll}/u.test(word))
