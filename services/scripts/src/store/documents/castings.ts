import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { setTimeout as wait } from 'node:timers/promises'
import type { Filter, WithId } from 'mongodb'
import { applySave, type CastingSave, type SavedCasting } from '../casting-save.ts'
import {
  applyDirection,
  directionsIn,
  directionsJson,
  type DirectionSave,
  type SavedDirection,
} from '../direction-save.ts'
import {
  applyPronunciations,
  type PronunciationSave,
  type SavedPronunciations,
} from '../pronunciation-save.ts'
import { newMark } from '../command-store.ts'
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
    fields: readonly (keyof ScriptDocument)[],
    change: (kept: WithId<ScriptDocument>) => T,
  ) =>
    alone(id, async (): Promise<T | undefined> => {
      const projection = Object.fromEntries(['castingVersion', ...fields].map((field) => [field, 1 as const]))
      for (;;) {
        const found = await scripts.findOne({ _id: id, ...ALIVE }, { projection })
        if (!found) return undefined
        const changed = change(found)
        if (!changed.set) return changed
        const { matchedCount } = await scripts.updateOne(
          { _id: id, ...ALIVE, castingVersion: found.castingVersion },
          { $set: { ...changed.set, ...pendingCasting(requestId) } },
        )
        if (matchedCount === 1) return changed
      }
    })

  const saveCasting = async (id: string, save: CastingSave): Promise<SavedCasting | undefined> => {
    const changed = await changeCasting(id, save.requestId, ['casting', 'castingChanges'], (found) => {
      const { casting: stored, castingVersion: before, castingChanges: changes = [] } = found
      const saved = applySave(
        { casting: toCasting(stored!), castingVersion: before, castingChanges: changes },
        save,
      )
      if (saved.conflicts.length > 0) return { saved }
      const { casting, castingVersion, castingChanges } = saved
      return { saved, set: { casting: fromCasting(casting, save.ensembles), castingVersion, castingChanges } }
    })
    return changed?.saved
  }

  const saveDirection = async (id: string, save: DirectionSave): Promise<SavedDirection | undefined> => {
    const changed = await changeCasting(id, save.requestId, ['directions', 'directors'], (found) => {
      const { castingVersion: before, directions: stored, directors: people = [] } = found
      const kept = { directions: directionsIn(stored), directors: people, castingVersion: before }
      const saved = applyDirection(kept, save)
      if (saved.outcome !== 'changed') return { saved }
      const { castingVersion, directions, directors } = saved
      return {
        saved,
        set: { castingVersion, directions: directionsJson(directions), directors: [...directors] },
      }
    })
    return changed?.saved
  }

  /**
   * Calls `change` for every script in which `theirs` matches, until it no longer does. Raises the version, so that a
   * save of another process that has read the script before does not restore what is removed.
   */
  const forgetIn = async (
    theirs: Filter<ScriptDocument>,
    requestId: string,
    change: (found: ScriptDocument) => Fields,
  ) => {
    const fields = { projection: { castingVersion: 1, castingChanges: 1, directors: 1, ownerId: 1 } } as const
    for (const { _id } of await scripts.find(theirs, { projection: { _id: 1 } }).toArray())
      await alone(_id, async () => {
        for (;;) {
          const script = await scripts.findOne({ _id, ...theirs }, fields)
          if (!script) return
          const { castingVersion, ownerId } = script
          // A deleted script waits for its removal only.
          const raised = ownerId !== undefined && {
            castingVersion: Math.max(newMark(), castingVersion + 1),
            ...pendingCasting(requestId),
          }
          await scripts.updateOne(
            { _id, castingVersion, ...theirs },
            { $set: { ...change(script), ...raised } },
          )
        }
      })
  }

  /** The castings and directions stay; their author is removed. */
  const forgetCaster = async (uid: string, requestId: string): Promise<void> => {
    await forgetIn({ 'castingChanges.uid': uid }, requestId, ({ castingChanges = [] }) => ({
      castingChanges: castingChanges.filter((change) => change.uid !== uid),
    }))
    // The takes refer to their directors by index.
    await forgetIn({ 'directors.uid': uid }, requestId, ({ directors = [] }) => ({
      directors: directors.map((one) => (one.uid === uid ? {} : one)),
    }))
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
      await requireOpen(save.by.uid, () => forgetCaster(save.by.uid, save.requestId))
      return saved
    },
    /**
     * Saves the direction of a line and stores a pending command: both or, with a conflict or too many, neither.
     * Undefined when the script was deleted. Throws UNAUTHENTICATED when the account of the user is closed.
     */
    async saveDirection(id: string, save: DirectionSave): Promise<SavedDirection | undefined> {
      await requireOpen(save.by.uid)
      const saved = await saveDirection(id, save)
      await requireOpen(save.by.uid, () => forgetCaster(save.by.uid, save.requestId))
      return saved
    },
    forgetCaster,
    /**
     * Changes pronunciations and stores a pending command: all or, with a conflict or too many, nothing. Undefined when
     * the script was deleted. Throws UNAUTHENTICATED when the account of the user is closed.
     */
    async savePronunciations(id: string, save: PronunciationSave): Promise<SavedPronunciations | undefined> {
      await requireOpen(save.uid)
      const changed = await changeCasting(id, save.requestId, ['pronunciations'], (found) => {
        const saved = applyPronunciations({ pronunciations: [], ...found }, save.changes)
        const { outcome, pronunciations, castingVersion } = saved
        return { saved, ...(outcome === 'changed' && { set: { pronunciations, castingVersion } }) }
      })
      return changed?.saved
    },
  }
}

const pendingCasting = (requestId: string) =>
  ({ pendingSince: AT_ONCE, pendingKind: 'casting', pendingRequestId: requestId }) as const

type Fields = Partial<ScriptDocument>
type Changed = Fields & Pick<ScriptDocument, 'castingVersion'>
