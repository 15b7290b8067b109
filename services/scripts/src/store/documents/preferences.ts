import type { Preferences, PreferencesChange } from '@andscene/contracts/preferences'
import { retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { openAccountCheck, turns } from './around-writes.ts'
import type { PreferencesDocument } from './script-documents.ts'

/** By default no line type is skipped. */
const NO_PREFERENCES: Preferences = { skippedLineTypes: [] }

/** Stores the playback preferences of users. */
export function preferencesStore(db: DocumentDb) {
  const preferences = db.collection<PreferencesDocument>('preferences')
  const requireOpen = openAccountCheck(db)
  const find = async (uid: string): Promise<Preferences> => ({
    ...NO_PREFERENCES,
    ...(await preferences.findOne({ uid }))?.preferences,
  })
  const change = async (uid: string, changed: PreferencesChange): Promise<Preferences> => {
    await requireOpen(uid)
    // Field by field, so that concurrent changes of two fields are both stored.
    const { skippedLineTypes, rate, highlightWords } = changed
    const $set = {
      ...(skippedLineTypes && { 'preferences.skippedLineTypes': skippedLineTypes }),
      ...(rate !== undefined && { 'preferences.rate': rate }),
      ...(highlightWords !== undefined && { 'preferences.highlightWords': highlightWords }),
    }
    if (Object.keys($set).length > 0)
      await retryOnDuplicateKey(() => preferences.updateOne({ uid }, { $set }, { upsert: true }))
    await requireOpen(uid, () => preferences.deleteOne({ uid }))
    return find(uid)
  }
  const inTurn = turns()
  return {
    find,
    /** Changes the fields in `changed` and returns all. Throws UNAUTHENTICATED when the account is closed. */
    change: (uid: string, changed: PreferencesChange) => inTurn(uid, () => change(uid, changed)),
    remove: async (uid: string): Promise<void> => {
      await preferences.deleteOne({ uid })
    },
  }
}
