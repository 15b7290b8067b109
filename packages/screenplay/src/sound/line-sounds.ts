import type { CharacterSound } from '@andscene/contracts/character-sound'
import { soundIn, type Place } from '@andscene/contracts/own-sound'
import type { Casting, Line } from '@andscene/contracts/script'
import { isActMark, isHeading } from '../line-types.ts'
import { voiceRoleFor } from '../voices.ts'
import { placeOf, type CuePlace } from './place-of.ts'

/** How a line sounds, other than its clip. */
export type LineSound = { pace?: number; pitch?: number; place?: Place }
type ScriptLine = Pick<Line, 'type' | 'text' | 'character'>

const HERE: CuePlace = { isOffScreen: false }

/** Returns where each line is heard by its cue; undefined for lines that no character speaks. */
export function cuePlaces(lines: readonly ScriptLine[]): (CuePlace | undefined)[] {
  const known = new Map<string, CuePlace>()
  let speech: { character: string | undefined; cue: string; asides: string[] } | undefined
  return lines.map((line) => {
    const { type, text, character } = line
    if (isHeading(line) || isActMark(line)) speech = undefined
    else if (type === 'Character') speech = { character, cue: text, asides: [] }
    else if (type === 'Parenthetical') speech?.asides.push(text)
    if (voiceRoleFor(line) !== 'character') return undefined
    if (speech?.character !== character) return HERE
    const { cue, asides } = speech!
    const key = [cue, ...asides].join('\n')
    let place = known.get(key)
    if (!place) known.set(key, (place = placeOf(cue, asides)))
    return place
  })
}

/** The pace of a line's character; 1 is the voice's own. */
export const paceOf = (line: ScriptLine, { characterSounds }: Casting): number =>
  (voiceRoleFor(line) === 'character' ? soundIn(characterSounds, line.character ?? '')?.pace : undefined) ?? 1

/** Returns how a line of a character sounds (product §5); undefined as its clip does. The listener's choice wins. */
export function lineSound(
  { character = '' }: Pick<Line, 'character'>,
  cue: CuePlace | undefined,
  { characterSounds }: Casting,
): LineSound | undefined {
  if (!cue) return undefined
  const { pace, pitch, ...own }: CharacterSound = soundIn(characterSounds, character) ?? {}
  const place = (cue.isOffScreen ? own.offScreen : undefined) ?? own.place ?? cue.place
  const sound: LineSound = {
    ...(pace !== undefined && { pace }),
    ...(pitch !== undefined && { pitch }),
    ...(place !== undefined && place !== 'room' && { place }),
  }
  return Object.keys(sound).length > 0 ? sound : undefined
}
