import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { nextVersion } from '../command-store.ts'
import { openAccountCheck } from '../documents/around-writes.ts'
import type { castings } from '../documents/castings.ts'
import type { CastingTurns } from '../documents/casting-turns.ts'
import { ALIVE, headsOf, toDraftHead, type ScriptDocument } from '../documents/script-documents.ts'
import type { scriptFiles } from '../documents/script-files.ts'
import { assertFits, assertWithin, type LibraryLimits, type LibraryUsage } from '../library.ts'
import { withRenamed } from './cast-across.ts'
import {
  CHANGED,
  contentOf,
  headOf,
  picked,
  presentChange,
  presentOf,
  projectionOf,
  refusalOf,
} from './draft-changes.ts'
import {
  CONTENT,
  draftDocument,
  draftDocuments,
  newDraftKey,
  type DraftContent,
  type WholeDraft,
} from './draft-documents.ts'
import { draftReading, fileOf } from './draft-reading.ts'
import { withFirstTexts } from './first-texts.ts'
import {
  ONLY_DRAFT,
  type AddedDraft,
  type ChangedDraft,
  type DraftChange,
  type NewDraft,
} from './draft-store.ts'

type Parts = {
  turns: CastingTurns
  usage: (ownerId: string) => Promise<LibraryUsage>
  files: ReturnType<typeof scriptFiles>
  forgetCaster: ReturnType<typeof castings>['forgetCaster']
}

/** Stores the drafts of scripts (decision 0101). Does not check permissions. */
export function draftStore(db: DocumentDb, { turns: { changeCasting }, usage, files, forgetCaster }: Parts) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const documents = draftDocuments(db)
  const requireOpen = openAccountCheck(db)
  const find = (id: string) => scripts.findOne({ _id: id, ...ALIVE }, { projection: projectionOf(CHANGED) })

  /** The document of draft 1 of a script that has no stored drafts yet. */
  async function firstDraft(scriptId: string): Promise<WholeDraft | undefined> {
    const which = { _id: scriptId, ...ALIVE, drafts: { $exists: false } }
    const found = await scripts.findOne(which, { projection: CONTENT })
    if (!found) return undefined
    const { number } = ONLY_DRAFT
    const key = newDraftKey(scriptId, number)
    return draftDocument({ _id: key, scriptId, number }, picked(found as DraftContent))
  }

  /** Removes what was stored for a draft that was not added. */
  const discard = (keys: readonly string[]) =>
    Promise.all(keys.flatMap((key) => [documents.remove(key), files.remove(key)]))

  return {
    ...draftReading(db, { documents, files }),
    /**
     * Adds a draft and makes it the present one, in one write of the script. Throws DocumentTooLarge; LibraryFull when
     * the owner would exceed `limits`, also with concurrent uploads; UNAUTHENTICATED when the account of the uploader is
     * closed.
     */
    async addDraft(id: string, made: NewDraft, limits?: LibraryLimits): Promise<AddedDraft> {
      const { uploadedAt: pendingSince, number, by, requestId } = made
      await requireOpen(by.uid)
      const script = await find(id)
      if (!script) return { outcome: 'gone' }
      const refused = refusalOf(script, made)
      if (refused) return refused
      const ownerId = script.ownerId!
      const key = newDraftKey(id, number)
      const document = draftDocument({ _id: key, scriptId: id, number }, contentOf(made))
      const bytes = assertFits({ ...made, lines: made.lines + document.ids })
      const first = script.drafts ? undefined : await firstDraft(id)
      const stored = first ? [document, first] : [document]
      const keys = stored.map(({ _id }) => _id)
      try {
        await files.put(key, made.file, pendingSince, { scriptId: id })
        await documents.insert({ ...document, pendingSince, reservedFor: ownerId, bytes })
        if (first) await documents.insert({ ...first, pendingSince })
        // Counted afterwards: of several concurrent uploads, the last one counts all.
        if (limits) assertWithin({ scripts: 0, bytes: (await usage(ownerId)).bytes }, limits)
        await requireOpen(by.uid)
      } catch (error) {
        // What cannot be removed now is swept away later.
        await discard(keys).catch(() => undefined)
        throw error
      }
      const head = headOf(made, { key, bytes })
      // The draft may be added despite an error: sweepFiles checks whether the script lists it.
      const changed = await changeCasting(id, requestId, CHANGED, (found) => {
        const outcome = refusalOf(found, made)
        if (outcome) return { outcome }
        if (!found.drafts && !first) throw new Error('the drafts of a script are missing')
        const heads = [...headsOf(found, first?._id), head]
        const renamed = withRenamed(found.renamed ?? [], made.renamed)
        const { set, unset } = presentChange(found, { heads, number, document, renamed })
        const contentBytes = (found.contentBytes ?? 0) + bytes
        return {
          outcome: { outcome: 'added', head: toDraftHead(head) } as const,
          set: { ...set, contentBytes },
          unset,
        }
      })
      const added: AddedDraft = changed?.outcome ?? { outcome: 'gone' }
      if (added.outcome === 'added') {
        await files.keepOfDraft({ _id: key, file: made.file, scriptId: id })
        for (const one of stored) await documents.keep(one)
        await requireOpen(by.uid, () => forgetCaster(by.uid, requestId))
      } else await discard(keys)
      return added
    },
    /** Makes another draft the present one, with its cast (castAcross), in one write of the script. */
    async makePresent(id: string, number: number, { requestId }: DraftChange): Promise<ChangedDraft> {
      for (;;) {
        const script = await find(id)
        if (!script) return 'gone'
        if (number === presentOf(script).number) return 'unchanged'
        const wanted = script.drafts?.find((head) => head.number === number)
        if (!wanted) return 'unknown'
        const document = await documents.findWhole(id, wanted.key)
        if (!document) continue
        const changed = await changeCasting(id, requestId, CHANGED, (found) => {
          const heads = headsOf(found)
          return heads.some(({ key }) => key === wanted.key)
            ? presentChange(found, { heads, number, document })
            : { set: undefined }
        })
        if (!changed) return 'gone'
        if (changed.set) return 'changed'
      }
    },
    async renameDraft(
      id: string,
      number: number,
      name: string,
      { requestId }: DraftChange,
    ): Promise<ChangedDraft> {
      const changed = await changeCasting(id, requestId, CHANGED, (found) => {
        const present = presentOf(found)
        const head = headsOf(found).find((one) => one.number === number)
        if (!head || head.name === name) return { outcome: head ? 'unchanged' : 'unknown' } as const
        const set = {
          ...(found.drafts && { drafts: found.drafts.map((one) => (one === head ? { ...one, name } : one)) }),
          ...(number === present.number && { draft: { ...present, name } }),
          castingVersion: nextVersion(found.castingVersion),
        }
        return { outcome: 'changed', set } as const
      })
      return changed?.outcome ?? 'gone'
    },
    /**
     * Removes a draft, in one write of the script. If it was the present one, the newest of the others becomes that.
     */
    async removeDraft(id: string, number: number, { requestId, at }: DraftChange): Promise<ChangedDraft> {
      for (;;) {
        const script = await find(id)
        if (!script) return 'gone'
        const known = headsOf(script)
        const removed = known.find((head) => head.number === number)
        if (!removed) return 'unknown'
        if (known.length === 1) return 'only'
        const [{ key }, present, file] = [removed, presentOf(script), fileOf(id, removed)]
        const next = number === present.number ? known.filter((head) => head !== removed).at(-1) : undefined
        const document = next && (await documents.findWhole(id, next.key))
        const first = number === ONLY_DRAFT.number ? await documents.findWhole(id, key) : undefined
        if ((next && !document) || (number === ONLY_DRAFT.number && !first)) continue
        await documents.markRemoved(key, at)
        await files.markRemoved(file, at)
        const changed = await changeCasting(id, requestId, [...CHANGED, 'directions'], (found) => {
          const before = headsOf(found)
          const heads = before.filter((head) => head.key !== key)
          const isSame =
            heads.length === before.length - 1 &&
            presentOf(found).number === present.number &&
            heads.at(-1)?.key === known.filter((head) => head !== removed).at(-1)!.key
          if (!isSame) return {}
          const contentBytes = Math.max((found.contentBytes ?? 0) - removed.bytes, 0)
          const { directions: stored } = found
          const directed = first && stored ? { directions: withFirstTexts(stored, first.lines) } : {}
          if (next && document) {
            const { set, unset } = presentChange(found, { heads, number: next.number, document })
            return { set: { ...set, ...directed, contentBytes }, unset }
          }
          const draft = { ...presentOf(found), count: heads.length }
          const castingVersion = nextVersion(found.castingVersion)
          return { set: { ...directed, drafts: heads, draft, contentBytes, castingVersion } }
        })
        if (!changed) return 'gone'
        if (changed.set) {
          await documents.bury(key)
          await files.remove(file)
          return 'changed'
        }
        await documents.settle({ _id: key, scriptId: id })
        await files.settle({ _id: file, ...(file !== id && { scriptId: id }) })
      }
    },
  }
}
