/* Separate from the schema, so that pages do not load the schema library. */
import type { CharacterSound } from './character-sound.ts'

/** Where a character is heard, other than in the room. */
export const PLACES = ['phone', 'radio', 'door'] as const
export type Place = (typeof PLACES)[number]
/** Where off-screen lines are heard, if not where the script says. */
export const OFF_SCREEN_PLACES = ['room', ...PLACES] as const

/** Limits of a character's pace (1 is the voice's own) and pitch (semitones). */
export const LEAST_PACE = 0.8
export const MOST_PACE = 1.25
export const MOST_PITCH = 3

/** Returns the sound without fields that change nothing; undefined if none is left. */
export function ownSound(sound: CharacterSound | null | undefined): CharacterSound | undefined {
  const { pace = 1, pitch = 0, place, offScreen } = sound ?? {}
  const own: CharacterSound = {
    ...(pace !== 1 && { pace }),
    ...(pitch !== 0 && { pitch }),
    ...(place !== undefined && { place }),
    ...(offScreen !== undefined && { offScreen }),
  }
  return Object.keys(own).length > 0 ? own : undefined
}

export const sameSound = (one: CharacterSound | undefined, other: CharacterSound | undefined): boolean =>
  JSON.stringify(ownSound(one)) === JSON.stringify(ownSound(other))

/** Returns the sound of a character. Names may be any text, including `constructor`. */
export const soundIn = (
  sounds: Record<string, CharacterSound> | undefined,
  name: string,
): CharacterSound | undefined => (sounds && Object.hasOwn(sounds, name) ? sounds[name] : undefined)
