import { Type, type Static } from './schema/schema.ts'

/** Where a character is heard, other than in the room. */
export const PLACES = ['phone', 'radio', 'door'] as const
export type Place = (typeof PLACES)[number]
/** Where off-screen lines are heard, if not where the script says. */
export const OFF_SCREEN_PLACES = ['room', ...PLACES] as const

/** Limits of a character's pace (1 is the voice's own) and pitch (semitones). */
export const LEAST_PACE = 0.8
export const MOST_PACE = 1.25
export const MOST_PITCH = 3

/** How a character sounds. Applied while playing, so that clips are shared; absent fields are as the voice and the script have them. */
export const CharacterSound = Type.Object(
  {
    pace: Type.Optional(
      Type.Number({ title: 'The pace of a character', minimum: LEAST_PACE, maximum: MOST_PACE }),
    ),
    pitch: Type.Optional(
      Type.Number({ title: 'The pitch of a character', minimum: -MOST_PITCH, maximum: MOST_PITCH }),
    ),
    /** Of all lines. */
    place: Type.Optional(Type.Enum(PLACES, { title: 'The place of a character' })),
    /** Of lines whose cue has O.S., V.O. or the like, instead of the place that the cue names. */
    offScreen: Type.Optional(Type.Enum(OFF_SCREEN_PLACES, { title: 'The place of off-screen lines' })),
  },
  { title: 'The sound of a character' },
)
export type CharacterSound = Static<typeof CharacterSound>

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
