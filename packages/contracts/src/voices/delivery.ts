import { Type, type Static } from '../schema/schema.ts'
import { DELIVERIES, EMPHASIS_LIMIT, PACE_RANGE, PAUSE_LIMIT_MS, PITCH_RANGE } from './deliveries.ts'
import { Melody } from './melody.ts'

/** Pages import them from `deliveries.ts`, which loads no schemas. */
export { DELIVERIES, PACE_RANGE, PITCH_RANGE } from './deliveries.ts'

export const DeliveryName = Type.Enum([...DELIVERIES], { title: 'The delivery' })
export type DeliveryName = Static<typeof DeliveryName>

const pause = (title: string) => Type.Integer({ title, minimum: 0, maximum: PAUSE_LIMIT_MS })

/** The first character and the length, in UTF-16 code units of the spoken text. */
export type Emphasis = [at: number, length: number]

export const Delivery = Type.Object(
  {
    name: Type.Optional(DeliveryName),
    pace: Type.Optional(Type.Number({ title: 'The pace', ...PACE_RANGE })),
    pitch: Type.Optional(Type.Number({ title: 'The pitch', ...PITCH_RANGE })),
    emphasis: Type.Optional(
      Type.Array(
        Type.Unsafe<Emphasis>(
          Type.Array(Type.Integer({ title: 'A position', minimum: 0, maximum: 100_000 }), {
            title: 'An emphasized word',
            minItems: 2,
            maxItems: 2,
          }),
        ),
        { title: 'The emphasized words', maxItems: EMPHASIS_LIMIT },
      ),
    ),
    pauseBeforeMs: Type.Optional(pause('The pause before the line')),
    pauseAfterMs: Type.Optional(pause('The pause after the line')),
    /** Timing and pitch of a recording of the line. */
    melody: Type.Optional(Melody),
  },
  { title: 'The delivery' },
)
export type Delivery = Static<typeof Delivery>
