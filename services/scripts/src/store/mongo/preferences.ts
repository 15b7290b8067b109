import type { Db } from 'mongodb'
import type { PreferencesStore } from '../preferences-store.ts'
import { upsert, type PreferencesDocument } from './documents.ts'

export function mongoPreferences(db: Db): PreferencesStore {
  const preferences = db.collection<PreferencesDocument>('preferences')
  return {
    find: async (uid) => (await preferences.findOne({ uid }))?.preferences,
    save: (uid, saved) => upsert(preferences, { uid }, { preferences: saved }),
  }
}
