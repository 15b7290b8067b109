import { wordSet } from '../../../word-set.ts'
import { ageAt, type AgeInText } from '../ages/age-at.ts'
import { POSSESSIVES } from '../ages/life-words.ts'
import { WEIGHT } from '../evidence.ts'
import type { Found } from '../mentions.ts'
import { lowerAt } from '../tokens.ts'
import type { PortraitNotes } from './portrait-notes.ts'
import { TOGETHER } from './signs.ts'

type Mark = 'female' | 'male' | 'other'

const LONGEST = 24
const PRONOUNS = wordSet('her him his')
/** Pronouns and abbreviations that state a gender: "(she/her)", "(M, 40s)". */
const MARKS: ReadonlyMap<string, Mark> = new Map(
  (
    [
      ['female', 'she her hers f female woman girl'],
      ['male', 'he him his m male man boy'],
      ['other', 'they nonbinary agender them theirs any either genderfluid genderqueer enby'],
    ] as const
  ).flatMap(([mark, words]) => words.split(' ').map((word) => [word, mark] as const)),
)

/** "(40s, she/her)", "(M, 40s)", "(Lily's grandmother)". Returns the index after the brackets. */
export function readBrackets(notes: PortraitNotes, one: Found, rank: number, from: number): number {
  const { paragraph } = notes
  const { tokens } = paragraph
  const marks = new Set<Mark>()
  let isStart = true
  let isAged = false
  let at = from
  notes.noteRelativeAge(one, from)
  for (; at < from + LONGEST && tokens[at] && tokens[at]!.lower !== ')'; at++) {
    const { lower, isSign, number, subject } = tokens[at]!
    const mark = MARKS.get(lower)
    const own = subject ?? (PRONOUNS.has(lower) && mark !== 'other' ? mark : undefined)
    const mayBeAge: boolean = !isAged && (isStart || mark === undefined)
    const age: AgeInText | undefined = mayBeAge
      ? ageAt(tokens, at, isStart || number !== undefined)
      : undefined
    if (age) {
      const second = lowerAt(tokens, age.end) === 'and' ? ageAt(tokens, age.end + 1, true) : undefined
      const [first] = second ? paragraph.listedBefore(rank) : []
      // "BERYL and DOT (74 and 71)".
      notes.noteAge(one, first && second ? second : age, at)
      if (first) notes.noteAge(first, age, at)
      if (TOGETHER.has(lower)) for (const other of paragraph.listedBefore(rank)) notes.noteAge(other, age, at)
      isAged = true
      at = age.end - 1
    } else if (mark && (isStart || marks.size > 0)) marks.add(mark)
    // "(seven; no one ever told him)".
    else if (own) notes.findings.add(one.mention.person, own, WEIGHT.aside, lower)
    else if (isStart && !isSign) {
      const phrase = paragraph.phraseFrom(at)
      if (phrase) {
        notes.notePhrase(one, phrase)
        if (POSSESSIVES.has(lower)) paragraph.used.add(at)
        at = phrase.to - 1
      }
    }
    isStart = isSign || mark !== undefined || age !== undefined || subject !== undefined
  }
  paragraph.use(from, at)
  noteMarks(notes, one, marks, at + 1)
  return at + 1
}

/** "She/they" counts as "she"; "she/he" does not count. */
function noteMarks(notes: PortraitNotes, one: Found, marks: Set<Mark>, end: number): void {
  if (marks.size > 1) marks.delete('other')
  if (marks.size !== 1) return
  const { findings, paragraph } = notes
  const { person } = one.mention
  const [mark] = marks
  if (mark === 'other') return findings.noteNeither(person)
  const quote = { text: paragraph.text, from: one.at, to: end, name: one.at }
  findings.add(person, mark!, WEIGHT.stated, mark!, quote)
}
