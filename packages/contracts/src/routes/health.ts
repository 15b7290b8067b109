import { defineRoute } from '../define-route.ts'
import { Health } from '../health.ts'

export const readHealth = defineRoute({
  id: 'readHealth',
  endpoint: 'GET /api/health',
  service: 'gateway',
  access: 'visitor',
  summary: 'Get the state of the platform',
  response: Health,
})
