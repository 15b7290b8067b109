import { Type, type Static } from '../schema/schema.ts'

/** How a line is spoken, apart from its words and its voice (product §4). */
export const DELIVERIES = [
  'whispering',
  'quiet',
  'shouting',
  'calling',
  'sad',
  'angry',
  'excited',
  'slow',
  'fast',
] as const
export const DeliveryName = Type.Enum([...DELIVERIES], { title: 'The delivery' })
export type DeliveryName = Static<typeof DeliveryName>

/** Factor of the pace. */
export const PACE_RANGE = { minimum: 0.5, maximum: 2 } as const
/** Semitones. */
export const PITCH_RANGE = { minimum: -6, maximum: 6 } as const
export const EMPHASIS_LIMIT = 20
export const PAUSE_LIMIT_MS = 5_000

const pause = (title: string) => Type.Integer({ title, minimum: 0, maximum: PAUSE_LIMIT_MS })

/** The first character and the length, in UTF-16 code units of the spoken text. */
export type Emphasis = [at: number, length: number]

export const Delivery = Type.Object({
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
})
export type Delivery = Static<typeof Delivery>
