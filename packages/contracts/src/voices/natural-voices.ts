import { Type, type Static } from '../schema/schema.ts'

/**
 * `off`: KOKORO=off, or no runtime for this system · `coming`: downloading · `missing`: download failed, will be
 * retried · `resting`: the engine failed repeatedly.
 */
export const NaturalVoices = Type.Object({
  state: Type.Enum(['off', 'coming', 'missing', 'ready', 'resting']),
  /** While downloading: received and total bytes of the model. */
  doneBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  totalBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** One sentence for users: why they are off, missing or resting, and what to do. */
  reason: Type.Optional(Type.String()),
})
export type NaturalVoices = Static<typeof NaturalVoices>
