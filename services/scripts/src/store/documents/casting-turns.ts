import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { setTimeout as wait } from 'node:timers/promises'
import type { WithId } from 'mongodb'
import { turns } from './around-writes.ts'
import { ALIVE, AT_ONCE, type ScriptDocument } from './script-documents.ts'

/** A lock on the casting of the script with this id, held by one process while it saves. */
type CastingTurnDocument = { _id: string; at: Date }

/** A process that holds the lock for longer has crashed. Milliseconds. */
const TURN_MS = 5_000
const AGAIN_MS = 15

/**
 * Changes castings in sequence per script: within this process by `turns`, between processes by comparing the version in
 * the write. Some servers do not compare and write atomically, so a lock document is inserted as well.
 */
export function castingTurns(db: DocumentDb) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const held = db.collection<CastingTurnDocument>('casting_turns')
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
  const changeCasting = <T extends Change>(
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
        const { unset = [] } = changed
        const { matchedCount } = await scripts.updateOne(
          { _id: id, ...ALIVE, castingVersion: found.castingVersion },
          {
            $set: { ...changed.set, ...pendingCasting(requestId) },
            ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((field) => [field, ''])) }),
          },
        )
        if (matchedCount === 1) return changed
      }
    })
  return { alone, changeCasting }
}
export type CastingTurns = ReturnType<typeof castingTurns>

/** The fields of a pending command, which are written with the change that caused it. */
export const pendingCasting = (requestId: string) =>
  ({ pendingSince: AT_ONCE, pendingKind: 'casting', pendingRequestId: requestId }) as const

type Fields = Partial<ScriptDocument>
type Changed = Fields & Pick<ScriptDocument, 'castingVersion'>
/** `unset`: fields to remove. */
type Change = { set?: Changed | undefined; unset?: readonly (keyof ScriptDocument)[] }
