import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Line } from '@andscene/contracts/script'
import { paginate } from '@andscene/screenplay/paging'
import { ensemblesOf, type Ensemble } from '@andscene/screenplay/together/ensembles'
import { randomUUID } from 'node:crypto'
import type { ProgressDocument } from '../documents/progress.ts'
import { ALIVE, type ScriptDocument } from '../documents/script-documents.ts'
import { ONLY_DRAFT } from './draft-store.ts'
import { packedIds } from './line-ids.ts'

/** What a draft and, while it is the present one, its script have. */
export type DraftContent = Required<
  Pick<ScriptDocument, 'lines' | 'pages' | 'pageStarts' | 'lineCount' | 'characters' | 'characterCount'>
> &
  Pick<ScriptDocument, 'language' | 'revisionSets'>

/** The fields of DraftContent. */
export const CONTENT = {
  lines: 1,
  pages: 1,
  pageStarts: 1,
  lineCount: 1,
  characters: 1,
  characterCount: 1,
  language: 1,
  revisionSets: 1,
} as const satisfies Record<keyof DraftContent, 1>

/**
 * A draft of a script. It never changes, and counts only if the script lists its _id: `pendingSince` is set until then,
 * and before it is removed from the list.
 */
export type DraftDocument = Partial<DraftContent> & {
  _id: string
  scriptId: string
  number: number
  /** packedIds of the lines. All that remains of a removed draft in which users have their places. */
  ids: string
  /** JSON of ensemblesOf the lines: castings of a draft are counted without its lines. */
  ensembles?: string
  pendingSince?: Date
  /** Room in the library of this user, until it counts with the script. */
  reservedFor?: string
  bytes?: number
  removedAt?: Date
}

export type WholeDraft = DraftDocument & DraftContent

/** The id of a draft's document and, except for draft 1, of its file. */
export const newDraftKey = (scriptId: string, number: number): string =>
  `${scriptId} ${number} ${randomUUID().slice(0, 8)}`

/** Returns the document of a draft. Parses its lines. */
export function draftDocument(
  { _id, scriptId, number }: Pick<DraftDocument, '_id' | 'scriptId' | 'number'>,
  { pageStarts, ...content }: Omit<DraftContent, 'pageStarts'> & { pageStarts?: string | undefined },
): WholeDraft {
  const lines = JSON.parse(content.lines) as Line[]
  return {
    _id,
    scriptId,
    number,
    ...content,
    // Absent in scripts of older releases.
    pageStarts: pageStarts ?? JSON.stringify(paginate(lines).map(({ start }) => start)),
    ids: packedIds(lines.map((line) => line._id)),
    ensembles: JSON.stringify([...ensemblesOf(lines)]),
  }
}

export const ensemblesIn = ({ ensembles = '[]' }: DraftDocument): ReadonlyMap<string, Ensemble> =>
  new Map(JSON.parse(ensembles) as [string, Ensemble][])

/** Stores the documents of drafts. Those that no script lists are swept away. */
export function draftDocuments(db: DocumentDb) {
  const drafts = db.collection<DraftDocument>('drafts')
  const scripts = db.collection<ScriptDocument>('scripts')
  const places = db.collection<ProgressDocument>('progress')
  const isListed = async ({ _id, scriptId }: Pick<DraftDocument, '_id' | 'scriptId'>): Promise<boolean> => {
    const script = await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { drafts: 1 } })
    return script?.drafts?.some(({ key }) => key === _id) ?? false
  }
  const keep = (_id: string) =>
    drafts.updateOne({ _id }, { $unset: { pendingSince: '', reservedFor: '', bytes: '', removedAt: '' } })
  const remove = async (_id: string): Promise<void> => {
    await drafts.deleteOne({ _id })
  }
  const hasPlaces = async ({
    scriptId,
    number,
  }: Pick<DraftDocument, 'scriptId' | 'number'>): Promise<boolean> => {
    // In documents of older releases, places have no draft: they are of draft 1.
    const which = [
      { draft: number },
      ...(number === ONLY_DRAFT.number ? [{ draft: { $exists: false } }] : []),
    ]
    return (await places.findOne({ scriptId, $or: which }, { projection: { _id: 1 } })) !== null
  }
  /** Removes the document of a draft that is no longer listed, except for the ids by which places are found. */
  const bury = async (_id: string): Promise<void> => {
    const projection = { scriptId: 1, number: 1, ids: 1, removedAt: 1 } as const
    const draft = await drafts.findOne({ _id }, { projection })
    if (!draft) return
    const { scriptId, number, ids, removedAt } = draft
    if (removedAt && (await hasPlaces(draft)))
      await drafts.replaceOne({ _id }, { scriptId, number, ids, removedAt })
    else await remove(_id)
    const buried = { scriptId, removedAt: { $exists: true }, pendingSince: { $exists: false } }
    for (const earlier of await drafts.find(buried, { projection: { scriptId: 1, number: 1 } }).toArray())
      if (!(await hasPlaces(earlier))) await remove(earlier._id)
  }
  /** Removes the mark of a draft, or the draft if it is no longer listed. */
  const settle = async (draft: Pick<DraftDocument, '_id' | 'scriptId'>): Promise<void> => {
    if (await isListed(draft)) await keep(draft._id)
    else await bury(draft._id)
  }
  return {
    insert: async (document: DraftDocument): Promise<void> => {
      await drafts.insertOne(document)
    },
    /** Removes the mark of a draft that is listed. Stores it again if a sweep was faster. */
    async keep(document: DraftDocument): Promise<void> {
      const { matchedCount } = await keep(document._id)
      const { pendingSince: _mark, reservedFor: _owner, bytes: _bytes, ...kept } = document
      if (matchedCount === 0 && (await isListed(document))) await drafts.insertOne(kept)
    },
    find: (_id: string, projection?: Partial<Record<keyof DraftDocument, 1>>) =>
      drafts.findOne({ _id }, projection && { projection }),
    /** Undefined for a draft that was removed meanwhile. */
    async findWhole(scriptId: string, _id: string): Promise<WholeDraft | undefined> {
      const found = await drafts.findOne({ _id })
      if (found?.lines !== undefined) return found as WholeDraft
      if (await isListed({ _id, scriptId })) throw new Error('the document of a draft is missing')
      return undefined
    },
    /** The ids of the lines of a removed draft. */
    findBuried: async (scriptId: string, number: number): Promise<string | undefined> => {
      const which = { scriptId, number, removedAt: { $exists: true } }
      return (await drafts.findOne(which, { projection: { ids: 1 } }))?.ids
    },
    /** Bytes of drafts that do not count with their script yet. */
    async reserved(ownerId: string): Promise<number> {
      const found = await drafts.find({ reservedFor: ownerId }, { projection: { bytes: 1 } }).toArray()
      return found.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
    },
    /** Marks a draft before it is removed from the list. */
    markRemoved: async (_id: string, at: Date): Promise<void> => {
      await drafts.updateOne({ _id }, { $set: { pendingSince: at, removedAt: at } })
    },
    settle,
    bury,
    remove,
    removeOf: async (scriptId: string): Promise<void> => {
      await drafts.deleteMany({ scriptId })
    },
    async sweep(before: Date): Promise<void> {
      const old = { pendingSince: { $lt: before } }
      for (const draft of await drafts.find(old, { projection: { scriptId: 1 } }).toArray())
        await settle(draft)
    },
  }
}

/** Does nothing if they exist. */
export async function createDraftIndexes(db: DocumentDb): Promise<void> {
  const drafts = db.collection('drafts')
  await drafts.createIndex({ scriptId: 1, number: 1 })
  await drafts.createIndex({ pendingSince: 1 }, { sparse: true })
  await drafts.createIndex({ reservedFor: 1 }, { sparse: true })
}
