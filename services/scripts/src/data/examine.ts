import type { ExamineOptions, Finding } from '@andscene/service-kit/data/data-part'
import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Filter } from 'mongodb'
import { ALIVE, type ScriptDocument } from '../store/documents/script-documents.ts'
import type { FileDocument } from '../store/documents/script-files.ts'
import { examineDrafts, unlistedDrafts } from './examine-drafts.ts'

/** Collections with data of scripts, and the field that holds the script's id. */
const OF_SCRIPTS = [
  ['script_files', '_id'],
  ['script_files', 'scriptId'],
  ['drafts', 'scriptId'],
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

/** Returns the scripts that exist, or whose deletion is not acknowledged yet: their audio must be kept. */
export async function scriptIdsIn(db: DocumentDb): Promise<string[]> {
  const found = await db
    .collection<ScriptDocument>('scripts')
    .find({ $or: [ALIVE, { pendingKind: 'deleted' }] }, { projection: { _id: 1 } })
    .toArray()
  return found.map(({ _id }) => _id)
}

/** Looks for inconsistent data while services write: each finding is checked a second time. */
export async function examineScripts(
  db: DocumentDb,
  { repair }: Pick<ExamineOptions, 'repair'>,
): Promise<Finding[]> {
  return [
    await lostDocuments(db, repair),
    await withoutLines(db),
    await unlistedDrafts(db, repair),
    ...(await examineDrafts(db)),
  ]
}

async function lostDocuments(db: DocumentDb, repair: boolean): Promise<Finding> {
  const scripts = db.collection<ScriptDocument>('scripts')
  const finding: Finding = { what: 'rows whose parent is missing', found: 0, repaired: 0, examples: [] }
  for (const [name, field] of OF_SCRIPTS) {
    const documents = db.collection<Document>(name)
    const found = new Set<string>()
    for (const document of await documents
      .find(settled(name, field), { projection: { [field]: 1 } })
      .toArray())
      found.add(document[field] ?? '')
    // Read afterwards: a script is stored before its data, so one that is missing now was deleted.
    const there = new Set(await scriptIdsIn(db))
    for (const scriptId of [...found].filter((id) => !there.has(id))) {
      const which = { ...settled(name, field), [field]: scriptId } as Filter<Document>
      const left = await documents.countDocuments(which)
      if (left === 0 || (await scripts.findOne({ _id: scriptId }, { projection: { _id: 1 } }))) continue
      finding.found += left
      if (finding.examples.length < EXAMPLES) finding.examples.push(`${name} without scripts (${scriptId})`)
      if (repair) finding.repaired += (await documents.deleteMany(which)).deletedCount
    }
  }
  return finding
}

/** Files and drafts are stored before their scripts list them, and are marked as pending until then. */
const settled = (name: string, field: string): Filter<Document> =>
  (MARKED.has(name)
    ? { pendingSince: { $exists: false }, ...(field === 'scriptId' ? IN_SCRIPT : NO_SCRIPT) }
    : {}) as Filter<Document>

const MARKED = new Set(['script_files', 'drafts'])
const IN_SCRIPT = { scriptId: { $exists: true } } satisfies Filter<FileDocument>
const NO_SCRIPT = { scriptId: { $exists: false } } satisfies Filter<FileDocument>

/** Only a backup can restore their lines. */
async function withoutLines(db: DocumentDb): Promise<Finding> {
  const found = await db
    .collection<ScriptDocument>('scripts')
    .find({ ...ALIVE, lines: { $exists: false } }, { projection: { _id: 1 } })
    .toArray()
  return {
    what: 'scripts without their lines',
    found: found.length,
    repaired: 0,
    examples: found.slice(0, EXAMPLES).map(({ _id }) => _id),
  }
}
