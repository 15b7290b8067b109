import type { Script } from '@andscene/contracts/script'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { heardText } from '@andscene/screenplay/heard-text'
import { ensemblesOf, type Ensemble } from '@andscene/screenplay/together/ensembles'
import { fold } from '../page/find/find-text.ts'
import { CHARACTERS_AT_FIRST, CHARACTERS_PER_CLICK, PREVIEW_LINE_LIMIT } from './voice-ui-limits.ts'

export type Part = {
  name: string
  lines: number
  acts: ReadonlySet<number>
  /** Preview text: the character's longest line within the limit, as written. */
  sample: string | undefined
  /** Who speaks its lines, if they do so together. */
  ensemble: Ensemble | undefined
}

/** Who speaks the lines of an ensemble; undefined for a single character. */
export function togetherText(ensemble: Ensemble | undefined): string | undefined {
  const [names] = ensemble ?? []
  if (!ensemble || !names) return undefined
  return `Spoken together by ${ensemble.length === 1 ? new Intl.ListFormat('en').format(names) : 'the speakers of the scene'}`
}

export type ActChoice = 'all' | number

export function partsOf(script: Script): Part[] {
  const parts = new Map<string, Part & { acts: Set<number> }>()
  const ensembles = ensemblesOf(script.content.lines)
  for (const { character } of script.content.characters) {
    parts.set(character, {
      name: character,
      lines: 0,
      acts: new Set(),
      sample: undefined,
      ensemble: ensembles.get(character),
    })
  }
  for (const line of script.content.lines) {
    const part = line.character === undefined ? undefined : parts.get(line.character)
    if (!part) continue
    part.acts.add(line.act)
    if (line.type !== 'Dialogue') continue
    part.lines += 1
    const text = heardText(line)
    const { length } = text
    if (
      length > (part.sample?.length ?? 0) &&
      length <= PREVIEW_LINE_LIMIT &&
      canBeSpoken({ type: 'Dialogue', text })
    )
      part.sample = text
  }
  return [...parts.values()].sort((a, b) => b.lines - a.lines)
}

export const actsOf = (script: Script): number[] =>
  [...new Set(script.content.lines.map((line) => line.act))].sort((a, b) => a - b)

type Listing = {
  act: ActChoice
  showAssigned: boolean
  isAssigned: (part: Part) => boolean
  find: string
}

/** The characters of an act (product §2), including those with a voice only if `showAssigned`. */
export function listParts(
  parts: readonly Part[],
  { act, showAssigned, isAssigned, find }: Listing,
): { listed: Part[]; hidden: number } {
  const wanted = fold(find.trim())
  const ofAct = parts.filter(
    (part) => (act === 'all' || part.acts.has(act)) && (wanted === '' || fold(part.name).includes(wanted)),
  )
  const listed = showAssigned ? [...ofAct] : ofAct.filter((part) => !isAssigned(part))
  return { listed, hidden: ofAct.length - listed.length }
}

export const emptyText = (hidden: number): string =>
  hidden > 0 ? 'All characters have been assigned voices!' : 'No characters found for this selection.'

/** How many of `total` characters are shown after `clicks` on "more", and how many the next click adds (product §9). */
export function pageOf(total: number, clicks: number): { shown: number; next: number; remaining: number } {
  const shown = Math.min(total, CHARACTERS_AT_FIRST + CHARACTERS_PER_CLICK * clicks)
  const remaining = total - shown
  return { shown, next: Math.min(CHARACTERS_PER_CLICK, remaining), remaining }
}

export const moreText = ({ next, remaining }: { next: number; remaining: number }): string =>
  `Show ${next} more characters (${remaining} remaining)`
