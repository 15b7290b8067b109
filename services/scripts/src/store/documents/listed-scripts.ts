import type { DocumentCollection, DocumentDb } from '@andscene/service-kit/stores/documents'
import { plainTitle } from '@andscene/contracts/text/isolated'
import { ONLY_DRAFT } from '../drafts/draft-store.ts'
import { castCountOf, type ListedScript } from '../script-store.ts'
import { toProgress, type ProgressDocument } from './progress.ts'
import { toCasting, type ScriptDocument } from './script-documents.ts'

/** The fields of a script that a list needs. */
export const LISTED = {
  title: 1,
  characterCount: 1,
  pages: 1,
  lineCount: 1,
  uploadedAt: 1,
  language: 1,
  'casting.count': 1,
  draft: 1,
} as const

/** Returns scripts of a list, with a user's progress in each. */
export function listedScripts(db: DocumentDb) {
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
    return found.map(({ uploadedAt, casting, draft, ...item }) => {
      const { number, name, count } = draft ?? ONLY_DRAFT
      const listed = {
        ...item,
        draft: { number, name },
        draftCount: count,
        title: plainTitle(item.title!),
        uploadedAt: uploadedAt!.toISOString(),
        castCount: casting?.count ?? counted.get(item._id) ?? 0,
      } as ListedScript
      const place = lastPlayed.get(item._id)
      return place ? { ...listed, lastPlayed: place } : listed
    })
  }
}

/**
 * Counts the castings of documents without a count, which older releases wrote, and stores the counts unless a casting
 * was saved meanwhile. Returns them by script.
 */
async function countCastings(
  scripts: DocumentCollection<ScriptDocument>,
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
  await Promise.all(
    counts.map(({ _id, castingVersion, count }) =>
      scripts.updateOne(
        { _id, castingVersion, casting: { $exists: true } },
        { $set: { 'casting.count': count } },
      ),
    ),
  )
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}
