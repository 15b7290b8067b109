import { ageAt, type AgeInText } from '../ages/age-at.ts'
import { POSSESSIVES } from '../ages/life-words.ts'
import { WEIGHT } from '../evidence.ts'
import type { Found } from '../mentions.ts'
import type { PortraitNotes } from './portrait-notes.ts'
import { TOGETHER } from './signs.ts'

type Mark = 'female' | 'male' | 'other'

const LONGEST = 24
/** Pronouns and abbreviations that state a gender: "(she/her)", "(M, 40s)". */
const MARKS: ReadonlyMap<string, Mark> = new Map(
  (
    [
      ['female', 'she her hers f female woman girl'],
      ['male', 'he him his m male man boy'],
      ['other', 'they nonbinary agender them theirs'],
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
    const { lower, isSign, number } = tokens[at]!
    const mark = MARKS.get(lower)
    const mayBeAge: boolean = !isAged && (isStart || mark === undefined)
    const age: AgeInText | undefined = mayBeAge
      ? ageAt(tokens, at, isStart || number !== undefined)
      : undefined
    if (age) {
      notes.noteAge(one, age, at)
      if (TOGETHER.has(lower)) for (const other of paragraph.listedBefore(rank)) notes.noteAge(other, age, at)
      isAged = true
      at = age.end - 1
    } else if (mark && (isStart || marks.size > 0)) marks.add(mark)
    else if (isStart && !isSign) {
      const phrase = paragraph.phraseFrom(at)
      if (phrase) {
        notes.notePhrase(one, phrase)
        if (POSSESSIVES.has(lower)) paragraph.used.add(at)
        at = phrase.to - 1
      }
    }
    isStart = isSign || mark !== undefined || age !== undefined
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
