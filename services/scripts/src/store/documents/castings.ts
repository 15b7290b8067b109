import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { setTimeout as wait } from 'node:timers/promises'
import { applySave, type CastingSave, type KeptCasting, type SavedCasting } from '../casting-save.ts'
import {
  applyPronunciations,
  type KeptPronunciations,
  type PronunciationSave,
  type SavedPronunciations,
} from '../pronunciation-save.ts'
import { openAccountCheck, turns } from './around-writes.ts'
import { ALIVE, AT_ONCE, fromCasting, toCasting, type ScriptDocument } from './script-documents.ts'

/** A lock on the casting of the script with this id, held by one process while it saves. */
type CastingTurnDocument = { _id: string; at: Date }

/** A process that holds the lock for longer has crashed. Milliseconds. */
const TURN_MS = 5_000
const AGAIN_MS = 15

/**
 * Saves castings in sequence per script: within this process by `turns`, between processes by comparing the version in
 * the write. Some servers do not compare and write atomically, so a lock document is inserted as well.
 */
export function castings(db: DocumentDb) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const held = db.collection<CastingTurnDocument>('casting_turns')
  const requireOpen = openAccountCheck(db)
  const inTurn = turns()

  async function take(id: string): Promise<void> {
    while (!(await insertOnce(held, { _id: id, at: new Date() }))) {
      await held.deleteOne({ _id: id, at: { $lt: new Date(Date.now() - TURN_MS) } })
      await wait(AGAIN_MS * (1 + Math.random()))
    }
  }
  const alone = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    inTurn(id, async () => {
      if (db.isAtomic) return work()
      await take(id)
      try {
        return await work()
      } finally {
        await held.deleteOne({ _id: id })
      }
    })

  /**
   * Changes fields of the casting and stores a pending command in one write. `change` is called again after a concurrent
   * change; without `set` nothing is stored. Undefined when the script was deleted.
   */
  const changeCasting = <T extends { set?: Changed }>(
    id: string,
    requestId: string,
    change: (kept: Kept) => T,
  ) =>
    alone(id, async (): Promise<T | undefined> => {
      for (;;) {
        const found = await scripts.findOne({ _id: id, ...ALIVE }, { projection: KEPT })
        if (!found) return undefined
        const { casting, castingVersion, castingChanges = [], pronunciations = [] } = found
        const changed = change({
          casting: toCasting(casting!),
          castingVersion,
          castingChanges,
          pronunciations,
        })
        if (!changed.set) return changed
        const pending = {
          pendingSince: AT_ONCE,
          pendingKind: 'casting',
          pendingRequestId: requestId,
        } as const
        const { matchedCount } = await scripts.updateOne(
          { _id: id, ...ALIVE, castingVersion },
          { $set: { ...changed.set, ...pending } },
        )
        if (matchedCount === 1) return changed
      }
    })

  const saveCasting = async (id: string, save: CastingSave): Promise<SavedCasting | undefined> => {
    const changed = await changeCasting(id, save.requestId, (kept) => {
      const saved = applySave(kept, save)
      if (saved.conflicts.length > 0) return { saved }
      const { casting, castingVersion, castingChanges } = saved
      return { saved, set: { casting: fromCasting(casting), castingVersion, castingChanges } }
    })
    return changed?.saved
  }

  /** The castings stay; their author is removed. */
  const forgetCaster = async (uid: string): Promise<void> => {
    const theirs = { 'castingChanges.uid': uid }
    const fields = { projection: { castingVersion: 1, castingChanges: 1 } } as const
    for (const { _id } of await scripts.find(theirs, { projection: { _id: 1 } }).toArray())
      await alone(_id, async () => {
        for (;;) {
          const script = await scripts.findOne({ _id, ...theirs }, fields)
          if (!script) return
          const { castingVersion, castingChanges = [] } = script
          const others = castingChanges.filter((change) => change.uid !== uid)
          await scripts.updateOne({ _id, castingVersion, ...theirs }, { $set: { castingChanges: others } })
        }
      })
  }

  return {
    /**
     * Saves a casting, merged with concurrent changes of others, and stores a pending command: both or, when a slot
     * conflicts, neither. Undefined when the script was deleted. Throws UNAUTHENTICATED when the account of the user is
     * closed.
     */
    async saveCasting(id: string, save: CastingSave): Promise<SavedCasting | undefined> {
      await requireOpen(save.by.uid)
      const saved = await saveCasting(id, save)
      await requireOpen(save.by.uid, () => forgetCaster(save.by.uid))
      return saved
    },
    forgetCaster,
    /**
     * Changes pronunciations and stores a pending command: all or, with a conflict or too many, nothing. Undefined when
     * the script was deleted. Throws UNAUTHENTICATED when the account of the user is closed.
     */
    async savePronunciations(id: string, save: PronunciationSave): Promise<SavedPronunciations | undefined> {
      await requireOpen(save.uid)
      const changed = await changeCasting(id, save.requestId, (kept) => {
        const saved = applyPronunciations(kept, save.changes)
        const { outcome, pronunciations, castingVersion } = saved
        return { saved, ...(outcome === 'changed' && { set: { pronunciations, castingVersion } }) }
      })
      return changed?.saved
    },
  }
}

type Kept = KeptCasting & KeptPronunciations
type Changed = Partial<ScriptDocument> & Pick<ScriptDocument, 'castingVersion'>
const KEPT = { casting: 1, castingVersion: 1, castingChanges: 1, pronunciations: 1 } as const
