import { defineRoute } from '../define-route.ts'
import { PreferencesChange, PreferencesResponse } from '../preferences.ts'

export const readPreferences = defineRoute({
  id: 'readPreferences',
  endpoint: 'GET /api/preferences',
  service: 'scripts',
  access: 'user',
  summary: "Get the user's preferences",
  response: PreferencesResponse,
})

export const savePreferences = defineRoute({
  id: 'savePreferences',
  endpoint: 'PUT /api/preferences',
  service: 'scripts',
  access: 'user',
  summary: "Change the user's preferences; absent fields are unchanged",
  body: PreferencesChange,
  response: PreferencesResponse,
})
