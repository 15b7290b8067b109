import { defineRoute } from '../define-route.ts'
import { Preferences, PreferencesResponse } from '../preferences.ts'

export const readPreferences = defineRoute({
  id: 'readPreferences',
  method: 'GET',
  path: '/api/preferences',
  service: 'scripts',
  access: 'user',
  summary: 'What is read aloud',
  response: PreferencesResponse,
})

export const savePreferences = defineRoute({
  id: 'savePreferences',
  method: 'PUT',
  path: '/api/preferences',
  service: 'scripts',
  access: 'user',
  summary: 'Choose what is read aloud',
  body: Preferences,
  response: PreferencesResponse,
})
