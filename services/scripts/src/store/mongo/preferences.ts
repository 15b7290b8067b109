import type { Db } from 'mongodb'
import { NO_PREFERENCES, type PreferencesStore } from '../preferences-store.ts'
import { openAccountCheck } from './accounts.ts'
import { upsert, type PreferencesDocument } from './documents.ts'

export function mongoPreferences(db: Db): PreferencesStore {
  const preferences = db.collection<PreferencesDocument>('preferences')
  const requireOpen = openAccountCheck(db)
  const find: PreferencesStore['find'] = async (uid) => ({
    ...NO_PREFERENCES,
    ...(await preferences.findOne({ uid }))?.preferences,
  })
  return {
    find,
    async change(uid, change) {
      // Field by field, so that two changes at once both count.
      const fields = Object.entries(change).map(([name, value]) => [`preferences.${name}`, value])
      if (fields.length > 0) await upsert(preferences, { uid }, Object.fromEntries(fields))
      try {
        await requireOpen(uid)
      } catch (error) {
        await preferences.deleteOne({ uid })
        throw error
      }
      return find(uid)
    },
    remove: async (uid) => {
      await preferences.deleteOne({ uid })
    },
  }
}
