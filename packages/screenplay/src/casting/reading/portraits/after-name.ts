import { wordSet } from '../../../word-set.ts'
import { ageAt } from '../ages/age-at.ts'
import type { Found } from '../mentions.ts'
import { predicateAt } from '../phrases/predicates.ts'
import { lowerAt } from '../tokens.ts'
import { ageWithin } from './age-within.ts'
import { readBrackets } from './brackets.ts'
import type { PortraitNotes } from './portrait-notes.ts'
import { readSegment } from './segments.ts'
import { OPENS, TOGETHER } from './signs.ts'

const MOST_SEGMENTS = 8
/** "At nine" is rather a time. */
const GROWN = 13
const MOST_SURNAMES = 2
const IS = wordSet("is was are were isn't looks seems seems appears turns turned who's")
const ARE = wordSet('are were')
const AND = wordSet('and &')
const BEFORE_AGE = wordSet('in of aged about around at')

/** Reads what follows a name: brackets, the segments between signs, and a predicate. */
export function readAfterName(notes: PortraitNotes, one: Found, rank: number, isTold: boolean): void {
  const { paragraph } = notes
  const { tokens, isName } = paragraph
  let at = afterSurnames(notes, one)
  if (lowerAt(tokens, at) === '(') at = readBrackets(notes, one, rank, at + 1)
  // "LUDO and MARTA, both nine", where only LUDO is a character.
  const second = AND.has(lowerAt(tokens, at)) ? tokens[at + 1] : undefined
  if (second?.isCapital && !isName(at + 1) && OPENS.has(lowerAt(tokens, at + 2)))
    return readShared(notes, one, at + 3)
  for (let count = 0; count < MOST_SEGMENTS; count++) {
    const token = tokens[at]
    if (!token || token.isStop || isName(at)) return
    if (!OPENS.has(token.lower) && token.lower !== ')') return readSentence(notes, one, rank, at, count === 0)
    const next = readSegment(notes, { one, rank, from: at + 1, isTold })
    if (next === undefined) return
    at = next
  }
}

/** Skips a surname that is in no cue. */
function afterSurnames({ paragraph }: PortraitNotes, { end }: Found): number {
  let at = end
  while (at < end + MOST_SURNAMES) {
    const token = paragraph.tokens[at]
    if (!token?.isCapital || token.isSign || token.isPossessive || token.number) break
    if (IS.has(token.lower) || paragraph.isName(at)) break
    at++
  }
  return at
}

/** "ADA is forty", "SAM and LEE are twins", "ADA in her sixties". */
function readSentence(notes: PortraitNotes, one: Found, rank: number, at: number, isFirst: boolean): void {
  const { paragraph } = notes
  const { tokens, isName } = paragraph
  const lower = lowerAt(tokens, at)
  if (IS.has(lower)) notes.noteRelativeAge(one, at + 1)
  const predicate = isFirst || IS.has(lower) ? predicateAt(tokens, at, isName) : undefined
  if (predicate) {
    notes.notePredicate(one, predicate)
    if (ARE.has(lower))
      for (const other of paragraph.listedBefore(rank)) notes.notePredicate(other, predicate)
  } else if (BEFORE_AGE.has(lower)) {
    const isExpected = lower === 'of' || (lower === 'at' && (tokens[at + 1]?.number?.value ?? 0) >= GROWN)
    const age = isExpected ? ageAt(tokens, at + 1, true) : ageAt(tokens, at, false)
    if (age) notes.noteAge(one, age, at)
  }
}

/** An age of two persons: "both nine", "a couple in their seventies". */
function readShared(notes: PortraitNotes, one: Found, from: number): void {
  const { paragraph } = notes
  const { tokens } = paragraph
  const age = ageAt(tokens, from, true)
  const isOfBoth =
    age &&
    (TOGETHER.has(lowerAt(tokens, from)) ||
      tokens.slice(from, age.end).some(({ lower }) => lower === 'their'))
  // "BERYL and DOT (74 and 71)".
  const isFirstOfTwo = age && lowerAt(tokens, from - 1) === '(' && AND.has(lowerAt(tokens, age.end))
  if (isOfBoth || isFirstOfTwo) return notes.noteAge(one, age, from)
  const end = paragraph.signAfter(from)
  const inner = end === undefined ? undefined : ageWithin(tokens, from, end)
  if (inner?.isShared) notes.noteAge(one, inner.age, inner.from)
}
