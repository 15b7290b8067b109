import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { ALIVE, headsOf, toDraftHead, type ScriptDocument } from '../documents/script-documents.ts'
import type { scriptFiles } from '../documents/script-files.ts'
import { CHANGED, presentOf, projectionOf } from './draft-changes.ts'
import { CONTENT, type draftDocuments, type DraftDocument } from './draft-documents.ts'
import { ONLY_DRAFT, type DraftFacts } from './draft-store.ts'
import { unpackedIds } from './line-ids.ts'

type Parts = { documents: ReturnType<typeof draftDocuments>; files: ReturnType<typeof scriptFiles> }
type Facts = Pick<
  ScriptDocument & DraftDocument,
  'pages' | 'pageStarts' | 'lineCount' | 'characters' | 'language' | 'revisionSets'
>

const { lines: _lines, ...FACTS } = CONTENT

/** Reads drafts. */
export function draftReading(db: DocumentDb, { documents, files }: Parts) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const listed = (id: string) => scripts.findOne({ _id: id, ...ALIVE }, { projection: projectionOf(CHANGED) })
  /** Reads of the script itself, as long as it has no stored drafts. */
  const unstored = (id: string, projection: Record<string, 1>) =>
    scripts.findOne({ _id: id, ...ALIVE, drafts: { $exists: false } }, { projection })

  /** Where a draft is: in a document, or in the script itself; undefined if there is none. */
  async function placeOf(id: string, number: number): Promise<{ key: string | undefined } | undefined> {
    const script = await scripts.findOne({ _id: id, ...ALIVE }, { projection: { drafts: 1 } })
    if (!script) return undefined
    if (!script.drafts) return number === ONLY_DRAFT.number ? { key: undefined } : undefined
    return script.drafts.find((head) => head.number === number)
  }
  /** `ofScript` returns undefined if the draft was stored meanwhile: then it is read again. */
  async function read<T>(
    { id, number }: { id: string; number: number },
    ofScript: () => Promise<T | undefined>,
    ofDraft: (key: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    for (;;) {
      const place = await placeOf(id, number)
      if (!place) return undefined
      const found = await (place.key === undefined ? ofScript() : ofDraft(place.key))
      if (found !== undefined || place.key !== undefined) return found
    }
  }

  return {
    /** JSON array of the lines of a draft, the present one by default. */
    async findLines(id: string, draft?: number): Promise<string | undefined> {
      if (draft === undefined)
        return (await scripts.findOne({ _id: id, ...ALIVE }, { projection: { lines: 1 } }))?.lines
      return read(
        { id, number: draft },
        async () => (await unstored(id, { lines: 1 }))?.lines,
        async (key) => (await documents.find(key, { lines: 1 }))?.lines,
      )
    },
    /** Undefined for a draft that does not exist. */
    async findDraft(id: string, number: number): Promise<DraftFacts | undefined> {
      const script = await listed(id)
      const head = script && headsOf(script).find((one) => one.number === number)
      if (!head) return undefined
      const facts = (from: Facts): DraftFacts => ({
        id,
        head: toDraftHead(head),
        pages: from.pages!,
        ...(from.pageStarts !== undefined && { pageStarts: JSON.parse(from.pageStarts) as number[] }),
        lineCount: from.lineCount!,
        characterCount: from.characters!.length,
        characters: from.characters!,
        ...(from.language !== undefined && { language: from.language }),
        ...(from.revisionSets && { revisionSets: from.revisionSets }),
      })
      return read(
        { id, number },
        async () => {
          const found = await unstored(id, FACTS)
          return found ? facts(found) : undefined
        },
        async (key) => {
          const found = await documents.find(key, FACTS)
          return found ? facts(found) : undefined
        },
      )
    },
    /** The ids of a draft's lines in their order, also of a removed draft in which users have their places. */
    async findLineIds(id: string, number: number): Promise<string[] | undefined> {
      const found = await read(
        { id, number },
        async () => {
          const script = await unstored(id, { lineCount: 1 })
          // As the parser numbers the lines of the first draft.
          return script && Array.from({ length: script.lineCount! }, (_, index) => `l${index + 1}`)
        },
        async (key) => {
          const draft = await documents.find(key, { ids: 1 })
          return draft ? unpackedIds(draft.ids) : undefined
        },
      )
      if (found) return found
      const buried = await documents.findBuried(id, number)
      return buried === undefined ? undefined : unpackedIds(buried)
    },
    /** The file of a draft, the present one by default; undefined for scripts of releases that did not store it. */
    async findFile(id: string, draft?: number): Promise<Uint8Array | undefined> {
      const script = await scripts.findOne(
        { _id: id, ...ALIVE },
        { projection: projectionOf(['draft', 'drafts']) },
      )
      if (!script) return undefined
      const number = draft ?? presentOf(script).number
      const head = headsOf(script).find((one) => one.number === number)
      return head && files.find(fileOf(id, head))
    },
  }
}

/** The id of a draft's file. */
export const fileOf = (scriptId: string, { number, key }: { number: number; key: string }): string =>
  number === ONLY_DRAFT.number ? scriptId : key
