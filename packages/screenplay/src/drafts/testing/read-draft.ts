import { cueNames } from '../../cue-name.ts'
import type { MatchedLine } from '../normal-line.ts'

/**
 * Reads a short draft: `@NAME` is a cue with the speech below it, `(…)` a parenthetical, `INT.` or `EXT.` a heading,
 * `CUT TO:` a transition, and anything else action. An empty line ends a speech.
 */
export function readDraft(text: string): MatchedLine[] {
  const nameOf = cueNames()
  let character: string | undefined
  return text.split('\n').flatMap((row): MatchedLine[] => {
    const line = row.trim()
    if (line === '') character = undefined
    if (line === '') return []
    if (line.startsWith('@')) {
      character = nameOf(line.slice(1))
      return [{ type: 'Character', text: line.slice(1), ...(character !== undefined && { character }) }]
    }
    if (/^(?:\d+\w? )?(?:int|ext)\.|^omitted$/i.test(line)) {
      character = undefined
      return [{ type: 'Scene Heading', text: line }]
    }
    if (line.endsWith(' TO:')) return [{ type: 'Transition', text: line }]
    const type = line.startsWith('(') && character !== undefined ? 'Parenthetical' : 'Dialogue'
    return [character === undefined ? { type: 'Action', text: line } : { type, text: line, character }]
  })
}

/** A sentence of seven words, different for each number. */
export const numberOfLine = (n: number): string => `Lamp ${n} burns over door ${n * 3} tonight.`
