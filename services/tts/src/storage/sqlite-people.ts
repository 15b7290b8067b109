import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { uidHash, type ClosedPeople, type DefaultVoices } from './audio-index.ts'

export const PEOPLE_MIGRATION = `
  CREATE TABLE closed_people (uid_hash TEXT PRIMARY KEY, closed_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;`

export function sqlitePeople(db: DatabaseSync): ClosedPeople & DefaultVoices {
  const isClosed = db.prepare('SELECT 1 FROM closed_people WHERE uid_hash = ?')
  const close = db.prepare(
    `INSERT INTO closed_people (uid_hash, closed_at) VALUES (?, ?)
     ON CONFLICT (uid_hash) DO UPDATE SET closed_at = max(closed_at, excluded.closed_at)`,
  )
  const forgetUsage = db.prepare('DELETE FROM usage WHERE owner_id = ?')
  const forgetVoice = db.prepare('DELETE FROM default_voices WHERE uid = ?')
  const removeClips = db.prepare('DELETE FROM clips WHERE path >= ?1 AND path < ?2')
  const removeNotes = db.prepare('DELETE FROM previews WHERE path >= ?1 AND path < ?2')
  const isDue = db.prepare('SELECT 1 FROM closed_people WHERE closed_at < ? LIMIT 1')
  const forget = db.prepare('DELETE FROM closed_people WHERE closed_at < ?')
  const defaultVoice = db.prepare('SELECT voice_id FROM default_voices WHERE uid = ?')
  const setDefaultVoice = db.prepare(
    `INSERT OR REPLACE INTO default_voices (uid, voice_id)
     SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM closed_people WHERE uid_hash = ?3)`,
  )

  return {
    isClosed: async (uid) => isClosed.get(uidHash(uid)) !== undefined,
    async closePerson(uid, at) {
      inTransaction(db, () => {
        close.run(uidHash(uid), at)
        forgetUsage.run(uid)
        forgetVoice.run(uid)
      })
    },
    async removePreviews(folder) {
      inTransaction(db, () => {
        for (const remove of [removeClips, removeNotes]) remove.run(folder, behind(folder))
      })
    },
    async forgetClosed(before) {
      // A write takes the lock of all writers even when it finds nothing.
      if (isDue.get(before)) forget.run(before)
    },
    defaultVoice: async (uid) => (defaultVoice.get(uid) as { voice_id: string } | undefined)?.voice_id,
    async setDefaultVoice(uid, voiceId) {
      if (voiceId === null) forgetVoice.run(uid)
      else setDefaultVoice.run(uid, voiceId, uidHash(uid))
    },
  }
}

/** Sorts behind all paths below a folder, which ends with `/`. */
const behind = (folder: string) => `${folder.slice(0, -1)}0`
