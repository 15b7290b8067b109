import { notFound } from '@andscene/service-kit/http-error'
import { castAcross } from '../store/drafts/cast-across.ts'
import type { Stores } from '../store/open-stores.ts'
import type { PresentDraft } from '../store/drafts/draft-store.ts'

const CAST = ['casting', 'castingChanges', 'pronunciations', 'leftVoices', 'renamed'] as const

/**
 * Returns the script with the facts and the cast of one of its drafts instead of the present one's. Throws NOT_FOUND if
 * there is no such draft.
 */
export async function inDraft<Script extends { id: string; draft: PresentDraft }>(
  { scripts }: Pick<Stores, 'scripts'>,
  script: Script,
  number: number,
): Promise<Script> {
  if (number === script.draft.number) return script
  const [draft, cast] = await Promise.all([
    scripts.findDraft(script.id, number),
    scripts.find(script.id, [...CAST, 'characters']),
  ])
  if (!draft || !cast) throw notFound('Draft')
  const { id: _id, head, ...facts } = draft
  const { language, revisionSets, pageStarts } = facts
  const { casting, pronunciations } = castAcross(cast, cast.characters, facts.characters)
  return {
    ...script,
    ...facts,
    // Absent ones are not those of the present draft.
    language,
    revisionSets,
    pageStarts,
    casting,
    pronunciations,
    draft: { ...script.draft, number, name: head.name },
  }
}
