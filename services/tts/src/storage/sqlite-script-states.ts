import { inTransaction } from '@andscene/service-kit/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { Narrations, ScriptStates } from './audio-index.ts'

export function sqliteScriptStates(db: DatabaseSync): ScriptStates & Narrations {
  const stateOf = db.prepare('SELECT epoch, erased FROM scripts WHERE script_id = ?')
  const raiseEpoch = db.prepare(
    `INSERT INTO scripts (script_id, epoch, erased) VALUES (?1, 1, ?2)
     ON CONFLICT (script_id) DO UPDATE SET epoch = epoch + 1, erased = max(erased, ?2), narrated_at = NULL`,
  )
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
        raiseEpoch.run(scriptId, erased ? 1 : 0)
        dropTextEpochs.run(scriptId)
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
