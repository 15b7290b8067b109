import type { Db } from 'mongodb'
import type { ListedScript } from '../script-store.ts'
import { countCastings } from './count-castings.ts'
import { toProgress, type ProgressDocument, type ScriptDocument } from './documents.ts'

/** What is read of a script for a list. */
export const LISTED = {
  title: 1,
  characterCount: 1,
  pages: 1,
  lineCount: 1,
  uploadedAt: 1,
  'casting.count': 1,
} as const

/** Scripts as a list shows them, with a person's progress in each. */
export function listedScripts(db: Db) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const progress = db.collection<ProgressDocument>('progress')
  return async (found: readonly ScriptDocument[], uid: string): Promise<ListedScript[]> => {
    const ids = found.map(({ _id }) => _id)
    const unknown = found.filter(({ casting }) => typeof casting?.count !== 'number').map(({ _id }) => _id)
    const [places, counted] = await Promise.all([
      progress.find({ uid, scriptId: { $in: ids } }).toArray(),
      unknown.length > 0 ? countCastings(scripts, unknown) : new Map<string, number>(),
    ])
    const lastPlayed = new Map(places.map((place) => [place.scriptId, toProgress(place)]))
    return found.map(({ uploadedAt, casting, ...item }) => {
      const listed = {
        ...item,
        uploadedAt: uploadedAt!.toISOString(),
        castCount: casting?.count ?? counted.get(item._id) ?? 0,
      } as ListedScript
      const place = lastPlayed.get(item._id)
      return place ? { ...listed, lastPlayed: place } : listed
    })
  }
}
