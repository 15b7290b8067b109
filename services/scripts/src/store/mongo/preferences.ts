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
  const change: PreferencesStore['change'] = async (uid, changed) => {
    // Field by field, so that two changes at once both count.
    const fields = Object.entries(changed).map(([name, value]) => [`preferences.${name}`, value])
    if (fields.length > 0) await upsert(preferences, { uid }, Object.fromEntries(fields))
    try {
      await requireOpen(uid)
    } catch (error) {
      await preferences.deleteOne({ uid })
      throw error
    }
    return find(uid)
  }
  const running = new Map<string, Promise<unknown>>()
  return {
    find,
    change(uid, changed) {
      // A person's one after the other: a compatible server may write the whole document, and lose one of two at once.
      const mine = Promise.resolve(running.get(uid)).then(
        () => change(uid, changed),
        () => change(uid, changed),
      )
      const end = () => {
        if (running.get(uid) === mine) running.delete(uid)
      }
      running.set(uid, mine)
      mine.then(end, end)
      return mine
    },
    remove: async (uid) => {
      await preferences.deleteOne({ uid })
    },
  }
}
