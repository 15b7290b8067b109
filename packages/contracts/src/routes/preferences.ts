import { defineRoute } from '../define-route.ts'
import { PreferencesChange, PreferencesResponse } from '../preferences.ts'

export const readPreferences = defineRoute({
  id: 'readPreferences',
  endpoint: 'GET /api/preferences',
  service: 'scripts',
  access: 'user',
  summary: 'How the person listens',
  response: PreferencesResponse,
})

export const savePreferences = defineRoute({
  id: 'savePreferences',
  endpoint: 'PUT /api/preferences',
  service: 'scripts',
  access: 'user',
  summary: 'Change how the person listens; what is absent stays',
  body: PreferencesChange,
  response: PreferencesResponse,
})
