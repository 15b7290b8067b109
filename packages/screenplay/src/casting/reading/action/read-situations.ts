import { wordSet } from '../../../word-set.ts'
import { numberAt } from '../ages/number-at.ts'
import { LEVEL } from '../evidence.ts'
import type { Paragraph } from '../paragraph.ts'
import { lowerAt, type Token } from '../tokens.ts'
import type { PersonNotes } from './person-notes.ts'
import { situationsIn } from './situations.ts'

const BEFORE_SUBJECTS = wordSet('as while when where and but beside behind opposite')
const AGO = wordSet('ago later')
/** The latest age at which a life's work starts. */
const LATEST_START = 25
const PRONOUNS = wordSet('he she him her his they their')

/** "Collects her pension" says something about the name before it, or about the only one; else about `carried`. */
export function readSituations(
  notes: PersonNotes,
  carried: number | undefined,
  isIntroduced: (person: number) => boolean,
): void {
  const { paragraph, findings } = notes
  const { found, tokens, used } = paragraph
  const since = yearsSince(tokens)
  for (const { years, from, to, isStated } of situationsIn(tokens)) {
    const one = found.findLast(({ at }) => at <= from) ?? found[0]
    const person = one?.mention.person ?? carried
    if (person === undefined || isIntroduced(person) || hasStranger(paragraph, one?.end ?? 0, from)) continue
    // "Her grandson LUCJAN" is no grandfather.
    if (
      !isStated &&
      tokens.slice(from, to).some(({ lower }, offset) => lower.startsWith('grand') && used.has(from + offset))
    )
      continue
    const mention = one?.mention ?? { person, cue: undefined }
    const isPast = !isStated && years <= LATEST_START
    findings.noteAge(
      mention,
      isPast ? years + since : years,
      isStated ? LEVEL.said : LEVEL.hint,
      notes.quote(from, to),
    )
  }
}

/** "Straight out of high school, thirty-five years ago": how long ago a paragraph says that something was. */
function yearsSince(tokens: readonly Token[]): number {
  for (let at = 0; at < tokens.length; at++) {
    const number = tokens[at]!.number && !tokens[at - 1]?.number ? numberAt(tokens, at) : undefined
    if (number && lowerAt(tokens, number.end) === 'years' && AGO.has(lowerAt(tokens, number.end + 1)))
      return number.value
  }
  return 0
}

/** Whether someone else comes between a name and a situation, and no pronoun leads back to the name. */
function hasStranger(paragraph: Paragraph, from: number, to: number): boolean {
  const { tokens } = paragraph
  for (let at = to - 1; at >= from; at--) {
    if (tokens[at]!.isStop) return false
    if (PRONOUNS.has(tokens[at]!.lower)) return false
    if (
      paragraph.isStranger(at) &&
      (at === 0 || tokens[at - 1]!.isStop || BEFORE_SUBJECTS.has(tokens[at - 1]!.lower))
    )
      return true
  }
  return false
}
