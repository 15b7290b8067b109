import type { ExamineOptions, Finding } from '@andscene/service-kit/data/data-part'
import type { Db, Filter } from 'mongodb'
import { ALIVE, type ScriptDocument } from '../../store/mongo/documents.ts'
import type { FileDocument } from '../../store/mongo/script-files.ts'

/** What belongs to a script, and the field that says to which. */
const OF_SCRIPTS = [
  ['script_files', '_id'],
  ['progress', 'scriptId'],
  ['collaborators', 'scriptId'],
  ['share_links', 'scriptId'],
  ['share_guests', 'scriptId'],
  ['share_events', 'scriptId'],
  ['removed_collaborators', 'scriptId'],
  ['notes', 'scriptId'],
] as const
const EXAMPLES = 5

/** A document of any of these collections. */
type Document = { _id: string; scriptId?: string }

/** Scripts that exist, or whose deletion is not acknowledged yet: their audio still belongs to them. */
export async function scriptIdsOn(server: Db): Promise<string[]> {
  const scripts = server.collection<ScriptDocument>('scripts')
  const found = scripts.find({ $or: [ALIVE, { pendingKind: 'deleted' }] }, { projection: { _id: 1 } })
  const ids: string[] = []
  for await (const { _id } of found) ids.push(_id)
  return ids
}

/** Looks for inconsistent data while services write: each finding is checked a second time. */
export async function examineServer(
  server: Db,
  { repair }: Pick<ExamineOptions, 'repair'>,
): Promise<Finding[]> {
  return [await lostDocuments(server, repair), await withoutLines(server)]
}

async function lostDocuments(server: Db, repair: boolean): Promise<Finding> {
  const scripts = server.collection<ScriptDocument>('scripts')
  const finding: Finding = { what: 'rows whose parent is missing', found: 0, repaired: 0, examples: [] }
  for (const [name, field] of OF_SCRIPTS) {
    const documents = server.collection<Document>(name)
    const found = new Set<string>()
    for await (const document of documents.find(settled(name), { projection: { [field]: 1 } }))
      found.add(document[field] ?? '')
    // Read after them: a script is stored before what belongs to it, so one that is missing now was deleted.
    const there = new Set(await scriptIdsOn(server))
    for (const scriptId of [...found].filter((id) => !there.has(id))) {
      const which = { ...settled(name), [field]: scriptId } as Filter<Document>
      const left = await documents.countDocuments(which)
      if (left === 0 || (await scripts.findOne({ _id: scriptId }, { projection: { _id: 1 } }))) continue
      finding.found += left
      if (finding.examples.length < EXAMPLES) finding.examples.push(`${name} without scripts (${scriptId})`)
      if (repair) finding.repaired += (await documents.deleteMany(which)).deletedCount
    }
  }
  return finding
}

/** A file is stored before its script, and marked as pending until then. */
const settled = (name: string): Filter<Document> =>
  (name === 'script_files'
    ? ({ pendingSince: { $exists: false } } satisfies Filter<FileDocument>)
    : {}) as Filter<Document>

/** Nothing but a backup brings their lines back. */
async function withoutLines(server: Db): Promise<Finding> {
  const scripts = server.collection<ScriptDocument>('scripts')
  const found = await scripts
    .find({ ...ALIVE, lines: { $exists: false } }, { projection: { _id: 1 } })
    .toArray()
  return {
    what: 'scripts without their lines',
    found: found.length,
    repaired: 0,
    examples: found.slice(0, EXAMPLES).map(({ _id }) => _id),
  }
}
