import { defineRoute } from '../define-route.ts'
import { SubscribeBody, SubscribeResponse } from '../subscription.ts'

export const subscribe = defineRoute({
  id: 'subscribe',
  method: 'POST',
  path: '/api/emails/subscribe',
  service: 'subscriptions',
  access: 'visitor',
  summary: 'Join the launch list',
  body: SubscribeBody,
  response: SubscribeResponse,
  limits: { bodyBytes: 16 * 1024, countsAs: 'sign-ups' },
})
