import { wordSet } from '../../../word-set.ts'
import { ageAt } from '../ages/age-at.ts'
import { ageBefore } from '../ages/age-before.ts'
import type { Findings } from '../evidence.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import { lowerAt } from '../tokens.ts'
import { readAfterName } from './after-name.ts'
import { readBeforeName } from './before-name.ts'
import { PortraitNotes } from './portrait-notes.ts'
import { OPENS } from './signs.ts'

const OPENING_LINKS = wordSet('but and yet if though last next this today tomorrow by on or')
const IS = wordSet("is was here's comes")
/** "Two, three, ADA!" states no age. */
const YOUNGEST = 4

/** Reads the descriptions of the named characters of a paragraph: their gender, age and accent. */
export function readPortraits(paragraph: Paragraph, findings: Findings): void {
  const { found, tokens } = paragraph
  const notes = new PortraitNotes(paragraph, findings)
  paragraph.findPhrases()
  for (const [rank, one] of found.entries()) {
    if (paragraph.isPossessive(one)) continue
    const previous = found[rank - 1]
    const isTold = readBeforeName(notes, one, previous)
    const age = ageBefore(tokens, one.at)
    if (age) notes.noteAge(one, age.age, age.from)
    else if (!isTold || !findings.ageOf(one.mention.person)) readOpening(notes, one, previous)
    // "A woman (ADA), a man (BO)": the next noun belongs to someone else.
    if (isTold && lowerAt(tokens, one.at - 1) === '(') continue
    readAfterName(notes, one, rank, isTold)
  }
}

/** "Forty-one, recently insured, ODETTE gargles milk." */
function readOpening(notes: PortraitNotes, one: Found, previous: Found | undefined): void {
  const { tokens } = notes.paragraph
  const before = lowerAt(tokens, one.at - 1)
  const isShown = IS.has(before) && tokens[one.at - 2]?.isSign
  if (!OPENS.has(before) && !isShown) return
  let start = one.at
  while (start > 0 && !tokens[start - 1]!.isStop) start--
  if (previous && previous.end > start) return
  for (let from = start; from < one.at; from++) {
    // "On the end of it, early thirties, frost in her eyebrows: INGRID".
    const isOpen = from === start || (lowerAt(tokens, from - 1) === ',' && from - 1 > start)
    const age = isOpen ? ageAt(tokens, from, true) : undefined
    if (!age || age.end >= one.at || age.years < YOUNGEST) continue
    const next = tokens[age.end]!
    // "Eighteen when they took him, thirty when the gate opened".
    if (next.lower === 'when') {
      notes.noteAge(one, age, from)
      continue
    }
    const isWhole = next.isSign || OPENING_LINKS.has(next.lower)
    if (isWhole) return notes.noteAge(one, age, from)
  }
}
