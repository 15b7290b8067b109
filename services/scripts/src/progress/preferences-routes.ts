import { Preferences, type PreferencesResponse } from '@andscene/contracts/preferences'
import type { App } from '@andscene/service-kit/create-app'
import type { Context } from '../context.ts'

/** What is read aloud, per person (product §4). Nothing is skipped until something else is saved. */
export function preferencesRoutes(app: App, { store }: Context): void {
  const onRequest = app.requirePerson

  app.get('/api/preferences', { onRequest }, async (request): Promise<PreferencesResponse> => {
    const preferences = (await store.preferences(request.uid)) ?? { skippedLineTypes: [] }
    return { success: true, data: { preferences } }
  })

  app.put(
    '/api/preferences',
    { onRequest, schema: { body: Preferences } },
    async (request): Promise<PreferencesResponse> => {
      const preferences = { skippedLineTypes: [...new Set(request.body.skippedLineTypes)] }
      await store.savePreferences(request.uid, preferences)
      return { success: true, data: { preferences } }
    },
  )
}
