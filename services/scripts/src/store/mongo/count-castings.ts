import type { Collection } from 'mongodb'
import { castCountOf } from '../script-store.ts'
import { toCasting, type ScriptDocument } from './documents.ts'

/**
 * Counts the castings that were written before counts were kept, by this release or an older one that still runs beside
 * it, and keeps the counts unless a casting was saved meanwhile. Returns them by script.
 */
export async function countCastings(
  scripts: Collection<ScriptDocument>,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await scripts
    .find(
      { _id: { $in: [...ids] }, casting: { $exists: true } },
      { projection: { casting: 1, castingVersion: 1 } },
    )
    .toArray()
  const counts = found.map(({ _id, casting, castingVersion }) => ({
    _id,
    castingVersion,
    count: castCountOf(toCasting(casting!)),
  }))
  if (counts.length > 0)
    await scripts.bulkWrite(
      counts.map(({ _id, castingVersion, count }) => ({
        updateOne: {
          filter: { _id, castingVersion, casting: { $exists: true } },
          update: { $set: { 'casting.count': count } },
        },
      })),
      { ordered: false },
    )
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}
