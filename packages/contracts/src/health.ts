import { Type, type Static } from './schema/schema.ts'
import { NaturalVoices } from './voices/natural-voices.ts'

/** `GET /api/health`: status of the gateway and the services (product §7). */
export const Health = Type.Object({
  success: Type.Literal(true),
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
  version: Type.String(),
  services: Type.Record(
    Type.String(),
    Type.Object({ status: Type.String(), error: Type.Optional(Type.String()) }),
  ),
  naturalVoices: Type.Optional(NaturalVoices),
})
export type Health = Static<typeof Health>
