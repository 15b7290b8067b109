import type { Casting, Line } from '@andscene/contracts/script'
import { voicesTogether, type IsVoice } from '../voices.ts'
import { voicesTogetherOf } from './voices-together-of.ts'

type ReadLine = Pick<Line, 'type' | 'character'>

/** The groups who speak the lines of a cue, without duplicates. */
export type Ensemble = readonly (readonly string[])[]

const known = new WeakMap<object, ReadonlyMap<string, Ensemble>>()

/** The cues whose lines are all spoken by several characters (product §5), which need no voice of their own. */
export function ensemblesOf(lines: readonly ReadLine[]): ReadonlyMap<string, Ensemble> {
  const found = known.get(lines) ?? readEnsembles(lines)
  known.set(lines, found)
  return found
}

function readEnsembles(lines: readonly ReadLine[]): ReadonlyMap<string, Ensemble> {
  const groups = new Map<string, Map<string, readonly string[]>>()
  const own = new Set<string>()
  for (const [index, names] of voicesTogetherOf(lines).entries()) {
    const { type, character } = lines[index]!
    if (type !== 'Dialogue' || character === undefined) continue
    if (!names) own.add(character)
    else groups.set(character, (groups.get(character) ?? new Map()).set(names.join('\n'), names))
  }
  return new Map(
    [...groups].filter(([name]) => !own.has(name)).map(([name, found]) => [name, [...found.values()]]),
  )
}

/** Whether each group has voices, so that the cue needs none of its own. */
export const isVoiced = (ensemble: Ensemble | undefined, casting: Casting, isVoice?: IsVoice): boolean =>
  ensemble?.every((together) => voicesTogether({ together: [...together] }, casting, isVoice).length > 0) ===
  true
