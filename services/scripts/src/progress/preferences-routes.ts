import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'

/** What is read aloud, per person (product §4). Nothing is skipped until something else is saved. */
export function preferencesRoutes(app: App, { stores }: Context): void {
  implement(app, readPreferences, async ({ uid }) => {
    const preferences = (await stores.preferences.find(uid)) ?? { skippedLineTypes: [] }
    return { data: { preferences } }
  })

  implement(app, savePreferences, async ({ uid, body }) => {
    const preferences = { skippedLineTypes: [...new Set(body.skippedLineTypes)] }
    await stores.preferences.save(uid, preferences)
    return { data: { preferences } }
  })
}
