import { Type, type Static } from './schema.ts'

/**
 * What there is to say of the natural voices (Kokoro), whose model is fetched in the background.
 *
 * `off`: left out, by KOKORO=off or because this system has no runtime for them · `coming`: being fetched ·
 * `missing`: could not be fetched, tried again later · `ready` · `resting`: the engine failed again and again.
 */
export const NaturalVoices = Type.Object({
  state: Type.Union([
    Type.Literal('off'),
    Type.Literal('coming'),
    Type.Literal('missing'),
    Type.Literal('ready'),
    Type.Literal('resting'),
  ]),
  /** While they are coming: bytes of the model that are here, and all of them. */
  doneBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  totalBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** One sentence for people: why they are off, missing or resting, and what can be done. */
  reason: Type.Optional(Type.String()),
})
export type NaturalVoices = Static<typeof NaturalVoices>
