import { LEVEL } from '../evidence.ts'
import type { PersonNotes } from './person-notes.ts'
import type { Paragraph } from '../paragraph.ts'
import { splitWords } from '../tokens.ts'
import { situationsIn } from './situations.ts'

/** "Collects her pension" says something about the name before it, or about the only one; else about `carried`. */
export function readSituations(notes: PersonNotes, carried: number | undefined): void {
  const { paragraph, findings } = notes
  const { found, text, tokens } = paragraph
  const words = tokens.filter(({ isSituation }) => isSituation).map(({ lower }) => lower)
  if (words.length === 0) return
  const situations = situationsIn(text, words)
  if (situations.length === 0) return
  const places = splitWords(text)
  for (const { years, start, end, isStated } of situations) {
    const from = places.findIndex((place) => place.end > start)
    if (from < 0) continue
    const to = places.findIndex((place) => place.end >= end) + 1
    const one = found.findLast(({ at }) => at <= from) ?? found[0]
    const person = one?.mention.person ?? carried
    if (person === undefined || hasStranger(paragraph, one?.end ?? 0, from)) continue
    const mention = one?.mention ?? { person, cue: undefined }
    const level = isStated ? LEVEL.said : LEVEL.hint
    findings.noteAge(mention, years, level, notes.quote(from, Math.max(to, from + 1)))
  }
}

function hasStranger(paragraph: Paragraph, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (paragraph.isStranger(at)) return true
  return false
}
