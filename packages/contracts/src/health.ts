import { Type, type Static } from 'typebox'

/** Own state and that of the services behind (free-form by product §7; this is our form). */
export const Health = Type.Object({
  success: Type.Literal(true),
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
  version: Type.String(),
  services: Type.Record(
    Type.String(),
    Type.Object({ status: Type.String(), error: Type.Optional(Type.String()) }),
  ),
})
export type Health = Static<typeof Health>
