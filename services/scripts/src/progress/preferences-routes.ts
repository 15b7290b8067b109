import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'

/** How each person listens, on all of their devices (product §4). */
export function preferencesRoutes(app: App, { stores: { preferences } }: Context): void {
  implement(app, readPreferences, async ({ uid }) => ({
    data: { preferences: await preferences.find(uid) },
  }))

  implement(app, savePreferences, async ({ uid, body: { skippedLineTypes, rate } }) => {
    const change = {
      ...(skippedLineTypes && { skippedLineTypes: [...new Set(skippedLineTypes)] }),
      ...(rate !== undefined && { rate }),
    }
    return { data: { preferences: await preferences.change(uid, change) } }
  })
}
