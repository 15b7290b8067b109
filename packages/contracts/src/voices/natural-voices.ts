import { Type, type Static } from '../schema/schema.ts'

/**
 * `off`: KOKORO=off, or no runtime for this system · `coming`: being downloaded · `missing`: could not be downloaded,
 * retried later · `resting`: the engine failed again and again.
 */
export const NaturalVoices = Type.Object({
  state: Type.Enum(['off', 'coming', 'missing', 'ready', 'resting']),
  /** While they are coming: bytes of the model that are here, and all of them. */
  doneBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  totalBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** One sentence for people: why they are off, missing or resting, and what can be done. */
  reason: Type.Optional(Type.String()),
})
export type NaturalVoices = Static<typeof NaturalVoices>
