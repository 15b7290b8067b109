import type { Place } from '@andscene/contracts/own-sound'
import type { Line } from '@andscene/contracts/script'
import { cuesIn } from '../../player/engine/reading.ts'

/** The off-screen lines of a character: how many, and where the script has the first of them heard. */
export type OffScreenPart = { lines: number; place: Place | undefined }

export function offScreenParts(lines: readonly Line[]): ReadonlyMap<string, OffScreenPart> {
  const parts = new Map<string, OffScreenPart>()
  for (const [index, cue] of cuesIn(lines).entries()) {
    const { character } = lines[index]!
    if (!cue?.isOffScreen || character === undefined) continue
    const known = parts.get(character)
    parts.set(character, { lines: (known?.lines ?? 0) + 1, place: known?.place ?? cue.place })
  }
  return parts
}
