import data from '../../../data/romans.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import type { SaidContext } from '../token-class.ts'

const ONE_PLUS = wordSet(data.onePlus)
const ONE_NOUNS = wordSet(data.oneNouns)
const REIGNS = wordSet(data.reigns)
const SAID = wordSet(data.said)
export const ENDS = /^['"]?\s*(?:$|[-–—:.,;!?)\]"])/
const CONTINUES =
  /^\s?(?:[-–&]\s?[IVX]+\b|\s(?:of|OF)\b|\s(?:and|or|to|through|AND|OR|TO|THROUGH)\s(?:(?:part|act|book|chapter|scene)\s)?[IVX]+\b(?!\s\p{Ll}))/iu
const THIRD_PERSON =
  /^\s(?:is|was|has|begins|ends|opens|starts|closes|covers|takes|sets|introduces|contains|deals|concerns|describes|follows|tells|goes|does|shows|features|comes|runs|lasts|veterans?|curtain|finale|IS|WAS|HAS|BEGINS|ENDS|OPENS)\b/

/** Another verb in the third person, which the pronoun cannot have. */
const DOES =
  /^\s(?!(?:was|guess|miss|always|confess|pass|press|kiss|discuss|dress|toss|cross|perhaps|as|yes)\b)\p{Ll}{3,}s\b/u

/** Words around a Roman number. */
export type Place = {
  /** The word before, in small letters and as written, and the two before it. */
  last: string
  written: string
  second: string
  secondWritten: string
  third: string
  /** A comma or full stop behind the word before. */
  stop: string
  after: string
  isSmall: boolean
}

const DECREES =
  /^\s(?:says?|states?|bars?|covers?|applies|allows?|means|forbids?|gives|lets|requires|prohibits|protects|defines)\b/

/** "clause v says", not "book v movie". */
export const isSmallNumber = ({ after }: Place): boolean =>
  ENDS.test(after) || CONTINUES.test(after) || THIRD_PERSON.test(after) || DECREES.test(after)

/** "in section i we lied" */
const isCited = ({ last, second, after }: Place): boolean =>
  /^(?:section|subsection|clause|article|paragraph)$/.test(last) &&
  /^(?:in|under|of|from|see|read|by|to)$/.test(second) &&
  /^\s(?:we|you|they|he|she|it|there|the)\b/.test(after)

/** "Part I of III", "World War I was", and never "the part I love". */
export function isOne(place: Place, context: SaidContext): boolean {
  const { last, written, second, third, after } = place
  const isNamed = written !== written.toLowerCase() && !context.isAllCapitals
  if (CONTINUES.test(after)) return true
  if (ONE_PLUS.has(last) && ONE_NOUNS.has(/^\s(\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? '')) return true
  if (last === 'war' && second === 'world') return isNamed || ENDS.test(after) || THIRD_PERSON.test(after)
  if (place.isSmall && (isSmallNumber(place) || isCited(place))) return true
  if (ENDS.test(after))
    return (
      isNamed ||
      context.isHeading ||
      context.isCaption ||
      /^(?:act|scene|chapter|psalm)$/.test(last) ||
      (context.isAllCapitals && !/^(?:the|that|this|best)$/.test(second))
    )
  const isDetermined =
    /^(?:the|that|this|every|each|a|any|my|your|his|her|which)$/.test(second) ||
    /^(?:the|that|this|every)$/.test(third)
  if (after.startsWith("'s")) return isNamed
  return (
    (THIRD_PERSON.test(after) || DOES.test(after)) &&
    !isDetermined &&
    (isNamed || context.isAllCapitals || last === 'act')
  )
}

/** The pronoun does not stand before them: "Charles I to the scaffold". */
const PREPOSITION = /^(?:to|into|onto|in|on|at|from|by|with|for|against|over|under|during)$/

/** "George I spoke no English", not "George I told you". */
export function isFirst(place: Place, isTitled: boolean): boolean {
  const { after } = place
  // "John Paul I" has two names.
  const second = /^(?:john|juan)$/.test(place.second) ? place.third : place.second
  if (after.startsWith("'s") || /^\s(?:and|or|to)\s[IVX]{2,6}\b/.test(after)) return true
  const [, next = '', further = ''] = /^\s(\p{L}+)(?:\s(\p{L}+))?/u.exec(after) ?? []
  if (isTitled || /^(?:under|of|reign|coronation)$/.test(second))
    return !/^(?:am|love|think|know|need|want|have|can|will|do|swear|see)$/.test(next)
  if (PREPOSITION.test(next)) return true
  if (/^\s(?:of|and)\s\p{Lu}/u.test(after) || ENDS.test(after))
    return second !== 'me' && !after.startsWith(',')
  if (second !== '' && !/^(?:when|until|after|before|because|since|then|and|but|that)$/.test(second))
    return false
  if (
    /^\p{Ll}{2,}s$/u.test(next) &&
    !/^(?:was|guess|miss|always|confess|pass|press|kiss|discuss|dress|toss|cross|perhaps)$/.test(next)
  )
    return true
  if (second !== '') return /^(?:ruled|reigned|died|spoke|abdicated|became)$/.test(next)
  return (
    REIGNS.has(next) &&
    !SAID.has(further) &&
    !further.endsWith('ing') &&
    !/^(?:you|him|her|to|it|them)$/.test(further)
  )
}
