import { LEAST_PACE, MOST_PACE, MOST_PITCH, OFF_SCREEN_PLACES, PLACES } from './own-sound.ts'
import { Type, type Static } from './schema/schema.ts'

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
