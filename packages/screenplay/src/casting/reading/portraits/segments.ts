import { wordSet } from '../../../word-set.ts'
import { ageAt } from '../ages/age-at.ts'
import { POSSESSIVES } from '../ages/life-words.ts'
import { numberAt } from '../ages/number-at.ts'
import { oldEnoughAt } from '../ages/old-enough.ts'
import { relativeAgeAt } from '../ages/relative-ages.ts'
import { LEVEL } from '../evidence.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import { originAt } from '../phrases/accents.ts'
import type { Phrase } from '../phrases/phrase.ts'
import { predicateAt } from '../phrases/predicates.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import { ageWithin } from './age-within.ts'
import type { PortraitNotes } from './portrait-notes.ts'
import { OPENS, TOGETHER } from './signs.ts'

/** The words between two signs after a name; `isTold` if a description stands before the name. */
type Segment = { one: Found; rank: number; from: number; isTold: boolean }
/** What a segment has been read as: the sign after it, or undefined where the description of the name ends. */
type Outcome = { sign: number | undefined }

const ADVERBS = wordSet(
  'now still clearly currently also always every obviously evidently plainly very only recently newly formerly once',
)
const PAST = wordSet('once formerly previously')
const KINDS = wordSet('kind sort type')
const STATING = wordSet("who who's is was")
const AT = wordSet('by at')
const ADDING = wordSet('and but')
/** "At fourteen the eldest". */
const AFTER_PAST_AGE = wordSet('the a an still already')
const AUXILIARIES = wordSet("has had can can't will won't does doesn't is was are were would could must")
/** At this age and below a number after "at" or "by" is rather a time or a count. */
const UNLIKELY_AGE = 12

/** "Hauls", "is": the description of a character ends here. */
const isVerb = ({ lower, isPossessive }: Token) =>
  AUXILIARIES.has(lower) || (/[^s'’i]s$/.test(lower) && !isPossessive && lower.length > 3)

/** Returns the index of the sign after the segment, or undefined where the description ends. */
export function readSegment(notes: PortraitNotes, segment: Segment): number | undefined {
  const { paragraph } = notes
  const { tokens } = paragraph
  const { from } = segment
  const first = tokens[from]
  if (!first) return undefined
  if (first.isSign) return from
  const name = paragraph.nameAt(from)
  if (name && !paragraph.isPossessive(name)) return undefined
  // "The kind of man who".
  if (KINDS.has(lowerAt(tokens, from + 1)) && lowerAt(tokens, from + 2) === 'of')
    return readSegment(notes, { ...segment, from: from + 3 })
  const outcome =
    readRelativeAge(notes, segment) ??
    readStatedAge(notes, segment) ??
    readPastAge(notes, segment) ??
    readPredicate(notes, segment) ??
    readPhrase(notes, segment) ??
    readOldEnough(notes, segment) ??
    readOrigin(notes, segment)
  if (outcome) return outcome.sign
  // "Once a child star, is now forty-four".
  if (PAST.has(first.lower)) return paragraph.signAfter(from)
  return isVerb(first) ? undefined : readRest(notes, segment)
}

/** "Ten years his junior". */
function readRelativeAge(notes: PortraitNotes, { one, from }: Segment): Outcome | undefined {
  const relative = relativeAgeAt(notes.paragraph.tokens, from)
  if (!relative) return undefined
  notes.noteRelativeAge(one, from)
  return { sign: notes.paragraph.signAfter(relative.end) }
}

/** "Fifty-four", "both nine". */
function readStatedAge(notes: PortraitNotes, { one, rank, from }: Segment): Outcome | undefined {
  const { paragraph } = notes
  const age = ageAt(paragraph.tokens, from, true)
  if (!age) return undefined
  notes.noteAge(one, age, from)
  if (TOGETHER.has(lowerAt(paragraph.tokens, from)))
    for (const other of paragraph.listedBefore(rank)) notes.noteAge(other, age, from)
  // "Not yet forty and the youngest woman ever to sit".
  const more = ADDING.has(lowerAt(paragraph.tokens, age.end)) ? paragraph.phraseFrom(age.end + 1) : undefined
  if (more?.isPerson && more.nameAt === undefined && !paragraph.isName(more.to)) notes.notePhrase(one, more)
  return { sign: paragraph.signAfter(age.end) }
}

/** "Who at nine-and-thirty has outlived three tenors", "at forty,". */
function readPastAge(notes: PortraitNotes, { one, from }: Segment): Outcome | undefined {
  const { paragraph } = notes
  const { tokens } = paragraph
  const isWho = lowerAt(tokens, from) === 'who'
  const at = isWho ? from + 1 : from
  if (lowerAt(tokens, at) !== 'at') return undefined
  const number = numberAt(tokens, at + 1)
  if (
    !number ||
    number.value <= UNLIKELY_AGE ||
    !(isWho || tokens[number.end]?.isSign || AFTER_PAST_AGE.has(lowerAt(tokens, number.end)))
  )
    return undefined
  notes.noteAge(one, { years: number.value, end: number.end }, at)
  return { sign: paragraph.signAfter(number.end) }
}

/** "Who is forty". */
function readPredicate(notes: PortraitNotes, { one, from }: Segment): Outcome | undefined {
  const { paragraph } = notes
  const lower = lowerAt(paragraph.tokens, from)
  const predicate = STATING.has(lower) ? predicateAt(paragraph.tokens, from, paragraph.isName) : undefined
  if (!predicate) return undefined
  notes.notePredicate(one, predicate)
  return { sign: lower === 'who' ? paragraph.signAfter(predicate.to) : undefined }
}

/** "A retired headmistress", "now the oldest pupil". */
function readPhrase(notes: PortraitNotes, segment: Segment): Outcome | undefined {
  const { paragraph } = notes
  const { tokens } = paragraph
  const { one, from, isTold } = segment
  const first = lowerAt(tokens, from)
  if (PAST.has(first)) return undefined
  const start = ADVERBS.has(first) && !tokens[from + 1]?.isSign ? from + 1 : from
  const phrase = paragraph.phraseFrom(start)
  if (!phrase) return undefined
  const isBeforeNext = isTold && paragraph.isName(phrase.to + 1) && OPENS.has(lowerAt(tokens, phrase.to))
  if (phrase.nameAt !== undefined || isBeforeNext || paragraph.isName(phrase.to)) return { sign: undefined }
  if (!phrase.isPerson && phrase.years === undefined && !phrase.accent) return undefined
  notes.notePhrase(one, phrase)
  if (POSSESSIVES.has(lowerAt(tokens, start))) paragraph.used.add(start)
  if (POSSESSIVES.has(first) && tokens[from + 1]?.isPossessive) notes.noteOwner(one, from)
  return { sign: readAfterPhrase(notes, one, phrase) }
}

/** "A boy who is ten", "a widow and forty if a day". */
function readAfterPhrase(notes: PortraitNotes, one: Found, phrase: Phrase): number | undefined {
  const { paragraph } = notes
  const { tokens } = paragraph
  // "His stepsister and eighteen months his senior".
  if (ADDING.has(lowerAt(tokens, phrase.to))) notes.noteRelativeAge(one, phrase.to + 1)
  const end = paragraph.signAfter(phrase.to)
  const told =
    lowerAt(tokens, phrase.to) === 'who' ? predicateAt(tokens, phrase.to, paragraph.isName) : undefined
  if (told?.years !== undefined && phrase.level < LEVEL.stated) notes.notePredicate(one, told)
  const inner =
    phrase.years === undefined && end !== undefined ? ageWithin(tokens, phrase.to, end) : undefined
  if (inner) notes.noteAge(one, inner.age, inner.from)
  return end
}

function readOldEnough(notes: PortraitNotes, { one, from }: Segment): Outcome | undefined {
  const age = oldEnoughAt(notes.paragraph.tokens, from)
  if (!age) return undefined
  notes.noteAge(one, age, from, LEVEL.stage)
  return { sign: notes.paragraph.signAfter(from) }
}

function readOrigin(notes: PortraitNotes, { one, from }: Segment): Outcome | undefined {
  const accent = originAt(notes.paragraph.tokens, from)
  if (!accent) return undefined
  notes.findings.noteAccent(one.mention.person, accent)
  return { sign: notes.paragraph.signAfter(from) }
}

/** "Night watchman": a noun that ends the segment. */
const isTrade = ({ determiner, isPerson, to }: Phrase, { tokens }: Paragraph): boolean =>
  determiner === '' && isPerson && isEnd(tokens[to])

/** "Childhood sweethearts now in their seventies", "widowed at forty". */
function readRest(notes: PortraitNotes, { one, rank, from }: Segment): number | undefined {
  const { paragraph } = notes
  const { tokens } = paragraph
  const trade = paragraph.phrases.find((phrase) => phrase.from > from && isTrade(phrase, paragraph))
  if (trade && paragraph.signAfter(from) === trade.to) {
    notes.notePhrase(one, trade)
    return trade.to
  }
  const end = paragraph.signAfter(from, true)
  if (end === undefined) return undefined
  const inner = ageWithin(tokens, from, end)
  if (inner) {
    const others = inner.isShared ? paragraph.listedBefore(rank) : []
    for (const each of [one, ...others]) notes.noteAge(each, inner.age, inner.from)
    return end
  }
  let by = end - 1
  while (by > from && !AT.has(tokens[by]!.lower)) by--
  const earlier = by > from ? ageAt(tokens, by + 1, true) : undefined
  if (earlier && earlier.end === end && earlier.years > UNLIKELY_AGE)
    notes.noteAge(one, earlier, by, LEVEL.said)
  return end
}
