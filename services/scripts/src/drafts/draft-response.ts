import type { Draft, Drafts } from '@andscene/contracts/drafts'
import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import type { Person } from '@andscene/contracts/internal'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import { authorsOf, type NameStores } from '../notes/authors.ts'
import type { DraftHead, PresentDraft } from '../store/drafts/draft-store.ts'
import type { VisibleDrafts } from './visible-drafts.ts'

type Script = { id: string; ownerId: string; role: Role; draft: PresentDraft; drafts: readonly DraftHead[] }
type Source = { stores: NameStores; visible: VisibleDrafts }

/** The drafts that the user may open, as the user sees them. */
export async function draftsFor(
  { stores, visible }: Source,
  person: Person,
  script: Script,
): Promise<Drafts> {
  const { heads, heard, isHeard } = await visible.of(person, script)
  return {
    drafts: await draftsIn(stores, heads, person, script),
    present: script.draft.number,
    ...(heard !== undefined && { heard, isHeard }),
  }
}

/** Drafts as the user sees them: who uploaded them, and their bytes, only for users who may cast. */
export async function draftsIn(
  stores: NameStores,
  heads: readonly DraftHead[],
  { uid }: Person,
  script: Pick<Script, 'id' | 'ownerId' | 'role'>,
): Promise<Draft[]> {
  const mayCast = may(script.role, 'cast')
  const authors = await authorsOf(stores, script, mayCast ? heads.map(({ by }) => by.uid) : [])
  const isShown = (number: number) => heads.some((head) => head.number === number)
  return heads.map(({ number, name, uploadedAt, by, pages, lineCount, characterCount, bytes, changes }) => ({
    number,
    name,
    uploadedAt: uploadedAt.toISOString(),
    mine: by.uid === uid,
    pages,
    lineCount,
    characterCount,
    ...(changes && isShown(changes.since) && { changes }),
    ...(mayCast && { uploadedBy: authors.nameOf(by.name ?? FORMER_COLLABORATOR, by.uid), bytes }),
  }))
}
