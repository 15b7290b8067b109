import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { Narrations, ScriptStates } from './audio-index.ts'

/** When (ms); unknown of what older releases have erased. */
export const ERASED_MIGRATION = `
  ALTER TABLE scripts ADD COLUMN erased_at INTEGER;
  CREATE INDEX erased_scripts ON scripts (erased_at) WHERE erased = 1;`

export function sqliteScriptStates(db: DatabaseSync): ScriptStates & Narrations {
  const stateOf = db.prepare('SELECT epoch, erased FROM scripts WHERE script_id = ?')
  const raiseEpoch = db.prepare(
    `INSERT INTO scripts (script_id, epoch, erased, erased_at) VALUES (?1, 1, ?2, ?3)
     ON CONFLICT (script_id) DO UPDATE
       SET epoch = epoch + 1, erased = max(erased, ?2), erased_at = coalesce(?3, erased_at), narrated_at = NULL`,
  )
  const isForgettable = db.prepare(
    'SELECT 1 FROM scripts WHERE erased = 1 AND (erased_at IS NULL OR erased_at < ?) LIMIT 1',
  )
  const noteErased = db.prepare('UPDATE scripts SET erased_at = ? WHERE erased = 1 AND erased_at IS NULL')
  const forgettable = `SELECT script_id FROM scripts WHERE erased = 1 AND erased_at < ?
    AND NOT EXISTS (SELECT 1 FROM clips WHERE clips.script_id = scripts.script_id)`
  const forgetTexts = db.prepare(`DELETE FROM text_epochs WHERE script_id IN (${forgettable})`)
  const forgetErased = db.prepare(`DELETE FROM scripts WHERE script_id IN (${forgettable})`)
  const textEpoch = db.prepare('SELECT epoch FROM text_epochs WHERE script_id = ? AND text_hash = ?')
  const raiseTextEpoch = db.prepare(
    `INSERT INTO text_epochs (script_id, text_hash, epoch) VALUES (?, ?, 1)
     ON CONFLICT (script_id, text_hash) DO UPDATE SET epoch = epoch + 1`,
  )
  const dropTextEpochs = db.prepare('DELETE FROM text_epochs WHERE script_id = ?')
  const open = db.prepare(
    `INSERT INTO scripts (script_id, narrated_at) VALUES (?1, ?2)
     ON CONFLICT (script_id) DO UPDATE SET narrated_at = ?2 WHERE erased = 0`,
  )
  const closeNarration = db.prepare(
    'UPDATE scripts SET narrated_at = NULL WHERE script_id = ? AND narrated_at = ?',
  )
  const underWay = db.prepare('SELECT 1 FROM scripts WHERE script_id = ? AND narrated_at IS NOT NULL')
  const isClaimable = db.prepare('SELECT 1 FROM scripts WHERE narrated_at < ? LIMIT 1')
  const claim = db.prepare(
    `UPDATE scripts SET narrated_at = ?2 WHERE script_id IN
       (SELECT script_id FROM scripts WHERE narrated_at < ?1 ORDER BY narrated_at LIMIT ?3)
     RETURNING script_id`,
  )

  return {
    async stateOf(scriptId, textHash) {
      const row = stateOf.get(scriptId) as { epoch: number; erased: number } | undefined
      const text =
        textHash === undefined
          ? undefined
          : (textEpoch.get(scriptId, textHash) as { epoch: number } | undefined)
      return { epoch: row?.epoch ?? 0, textEpoch: text?.epoch ?? 0, erased: row?.erased === 1 }
    },
    async raiseEpoch(scriptId, { erased }) {
      inTransaction(db, () => {
        raiseEpoch.run(scriptId, erased ? 1 : 0, erased ? Date.now() : null)
        dropTextEpochs.run(scriptId)
      })
    },
    async forgetErased(before, now) {
      // A write takes the lock of all writers even when it finds nothing.
      if (!isForgettable.get(before)) return
      inTransaction(db, () => {
        noteErased.run(now)
        forgetTexts.run(before)
        forgetErased.run(before)
      })
    },
    async raiseTextEpoch(scriptId, textHash) {
      raiseTextEpoch.run(scriptId, textHash)
    },
    async openNarration(scriptId, at) {
      open.run(scriptId, at)
    },
    async closeNarration(scriptId, openedAt) {
      closeNarration.run(scriptId, openedAt)
    },
    async isUnderWay(scriptId) {
      return underWay.get(scriptId) !== undefined
    },
    async claimNarrations(before, now, limit) {
      // A write takes the lock of all writers even when it finds nothing.
      if (!isClaimable.get(before)) return []
      return (claim.all(before, now, limit) as { script_id: string }[]).map((row) => row.script_id)
    },
  }
}
