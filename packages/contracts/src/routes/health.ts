import { defineRoute } from '../define-route.ts'
import { Health } from '../health.ts'

export const readHealth = defineRoute({
  id: 'readHealth',
  method: 'GET',
  path: '/api/health',
  service: 'gateway',
  access: 'visitor',
  summary: 'State of the platform',
  response: Health,
})
