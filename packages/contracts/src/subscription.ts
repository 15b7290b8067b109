import { Type, type Static } from './schema.ts'

export const SubscribeBody = Type.Object({
  email: Type.String({ title: 'The email address', maxLength: 254 }),
  source: Type.String({ title: 'The source of the sign-up', minLength: 1, maxLength: 50 }),
})
export type SubscribeBody = Static<typeof SubscribeBody>
/** Success, message, data (product §7). */
export const SubscribeResponse = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ email: Type.String() }),
})
export type SubscribeResponse = Static<typeof SubscribeResponse>
