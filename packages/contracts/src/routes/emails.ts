import { defineRoute } from '../define-route.ts'
import { Type } from '../schema/schema.ts'

export const subscribe = defineRoute({
  id: 'subscribe',
  endpoint: 'POST /api/emails/subscribe',
  service: 'subscriptions',
  access: 'visitor',
  summary: 'Subscribe to the launch list',
  body: Type.Object({
    email: Type.String({ title: 'The email address', maxLength: 254 }),
    source: Type.String({ title: 'The source of the sign-up', minLength: 1, maxLength: 50 }),
  }),
  response: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ email: Type.String() }),
  }),
  limits: { bodyBytes: 16 * 1024, countsAs: 'sign-ups' },
})
