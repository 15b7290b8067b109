import type { Finding } from '@andscene/service-kit/data/data-part'
import type { DocumentCollection, DocumentDb } from '@andscene/service-kit/stores/documents'
import { ALIVE, type ScriptDocument, type StoredHead } from '../store/documents/script-documents.ts'
import { CONTENT, type DraftDocument } from '../store/drafts/draft-documents.ts'

const EXAMPLES = 5

const finding = (what: string, examples: readonly string[], repaired = 0): Finding => ({
  what,
  found: examples.length,
  repaired,
  examples: examples.slice(0, EXAMPLES),
})

/** Removes drafts and their files that their script does not list. What remains of removed drafts stays. */
export async function unlistedDrafts(db: DocumentDb, repair: boolean): Promise<Finding> {
  const settled = { pendingSince: { $exists: false }, scriptId: { $exists: true } } as const
  const unlisted: string[] = []
  let repaired = 0
  for (const name of ['drafts', 'script_files']) {
    const stored = db.collection<DraftDocument>(name)
    const projection = { scriptId: 1, removedAt: 1 } as const
    for (const { _id, scriptId, removedAt } of await stored.find(settled, { projection }).toArray()) {
      if (removedAt) continue
      const heads = await headsOf(db, scriptId)
      // A deleted script has another finding. Read again: the draft may have been removed since.
      if (!heads || heads.some(({ key }) => key === _id)) continue
      if (!(await stored.findOne({ _id, ...settled }, { projection: { _id: 1 } }))) continue
      unlisted.push(_id)
      if (repair) repaired += (await stored.deleteOne({ _id, ...settled })).deletedCount
    }
  }
  return finding('drafts that their script does not list', unlisted, repaired)
}

/** Only a backup can restore these drafts. Each is read again, because it may be changed meanwhile. */
export async function examineDrafts(db: DocumentDb): Promise<Finding[]> {
  const scripts = db.collection<ScriptDocument>('scripts')
  const drafts = db.collection<DraftDocument>('drafts')
  const isMissing = async (key: string) =>
    (await drafts.findOne({ _id: key }, { projection: { _id: 1 } })) === null
  const isDifferent = async (scriptId: string, key: string) => {
    const [script, draft] = await Promise.all([
      scripts.findOne({ _id: scriptId }, { projection: CONTENT }),
      drafts.findOne({ _id: key }, { projection: CONTENT }),
    ])
    return script !== null && draft !== null && textOf(script) !== textOf(draft)
  }
  const missing: string[] = []
  const different: string[] = []
  const which = { ...ALIVE, drafts: { $exists: true } }
  for (const { _id } of await scripts.find(which, { projection: { _id: 1 } }).toArray()) {
    const seen = await headsOf(db, _id)
    for (const { key } of seen ?? [])
      if ((await isMissing(key)) && (await headsOf(db, _id))?.some((head) => head.key === key))
        missing.push(key)
    const present = await presentKey(scripts, _id)
    if (present === undefined || !(await isDifferent(_id, present))) continue
    if ((await presentKey(scripts, _id)) === present && (await isDifferent(_id, present)))
      different.push(present)
  }
  return [
    finding('drafts without their lines', missing),
    finding('scripts that differ from their present draft', different),
  ]
}

async function headsOf(db: DocumentDb, scriptId: string): Promise<readonly StoredHead[] | undefined> {
  const scripts = db.collection<ScriptDocument>('scripts')
  const script = await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { drafts: 1 } })
  return script ? (script.drafts ?? []) : undefined
}

async function presentKey(
  scripts: DocumentCollection<ScriptDocument>,
  _id: string,
): Promise<string | undefined> {
  const script = await scripts.findOne({ _id }, { projection: { draft: 1, drafts: 1 } })
  return script?.drafts?.find(({ number }) => number === script.draft?.number)?.key
}

const textOf = (content: Partial<Record<keyof typeof CONTENT, unknown>>): string =>
  JSON.stringify(Object.keys(CONTENT).map((field) => content[field as keyof typeof CONTENT]))
