import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Filter } from 'mongodb'
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
import { nextVersion } from '../command-store.ts'
import { openAccountCheck } from './around-writes.ts'
import { castingTurns, pendingCasting, type CastingTurns } from './casting-turns.ts'
import { fromCasting, toCasting, type ScriptDocument } from './script-documents.ts'

/** Saves castings (product §4). */
export function castings(db: DocumentDb, { alone, changeCasting }: CastingTurns = castingTurns(db)) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const requireOpen = openAccountCheck(db)

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
    const fields = {
      projection: { castingVersion: 1, castingChanges: 1, directors: 1, drafts: 1, ownerId: 1 },
    } as const
    for (const { _id } of await scripts.find(theirs, { projection: { _id: 1 } }).toArray())
      await alone(_id, async () => {
        for (;;) {
          const script = await scripts.findOne({ _id, ...theirs }, fields)
          if (!script) return
          const { castingVersion, ownerId } = script
          // A deleted script waits for its removal only.
          const raised = ownerId !== undefined && {
            castingVersion: nextVersion(castingVersion),
            ...pendingCasting(requestId),
          }
          await scripts.updateOne(
            { _id, castingVersion, ...theirs },
            { $set: { ...change(script), ...raised } },
          )
        }
      })
  }

  /** The castings, directions and drafts stay; their author is removed. */
  const forgetCaster = async (uid: string, requestId: string): Promise<void> => {
    await forgetIn({ 'castingChanges.uid': uid }, requestId, ({ castingChanges = [] }) => ({
      castingChanges: castingChanges.filter((change) => change.uid !== uid),
    }))
    // The takes refer to their directors by index.
    await forgetIn({ 'directors.uid': uid }, requestId, ({ directors = [] }) => ({
      directors: directors.map((one) => (one.uid === uid ? {} : one)),
    }))
    await forgetIn({ 'drafts.by.uid': uid }, requestId, ({ drafts = [] }) => ({
      drafts: drafts.map((draft) => (draft.by.uid === uid ? { ...draft, by: {} } : draft)),
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

type Fields = Partial<ScriptDocument>
