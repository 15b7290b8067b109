import { may, type Role } from '@andscene/contracts/sharing/roles'
import type { CharacterAssignment, Script, ScriptListItem } from '@andscene/contracts/script'
import type { FastifyRequest } from 'fastify'
import type { Static } from '@andscene/contracts/schema/schema'
import type { ScriptField, ScriptWith, ListedScript, ListPosition } from '../store/script-store.ts'
import type { Stores } from '../store/open-stores.ts'
import type { DraftChanges } from '../drafts/draft-changes.ts'
import type { DraftPair } from '../drafts/draft-places.ts'
import type { ScriptPages } from '../progress/script-pages.ts'

/** Fields of every response with a script. */
export const ITEM_FIELDS = [
  'title',
  'uploadedAt',
  'pages',
  'lineCount',
  'characterCount',
  'language',
  'draft',
] as const satisfies ScriptField[]
/** Fields of an opened script, in addition to its lines. */
export const WHOLE_FIELDS = [
  ...ITEM_FIELDS,
  'characters',
  'revisionSets',
  'casting',
  'castingVersion',
  'pronunciations',
  'drafts',
] as const satisfies ScriptField[]

type AsRole = { role: Role }
type Item = ScriptWith<(typeof ITEM_FIELDS)[number]> &
  AsRole & {
    /** How many drafts the caller may open; all of them if absent. */
    draftCount?: number
  }
type ScriptFacts = Omit<Script, 'content' | 'narrationVoiceId' | 'sceneHeadingVoiceId'>
export type Whole = ScriptWith<(typeof WHOLE_FIELDS)[number]> & AsRole

/** Whether the caller requests a script without its lines (RFC 7240): after a change the client has them already. */
export const wantsMinimal = ({ headers }: FastifyRequest): boolean =>
  /(^|[,;\s])return=minimal($|[,;\s])/i.test(String(headers.prefer ?? ''))

/** Returns `{ success, data: { script } }` as text, without the script's content. */
export const itemResponse = (script: Item): string =>
  JSON.stringify({ success: true, data: { script: factsOf(script) } })

/**
 * Returns `{ success, data: { script } }` as text and inserts the lines as JSON text, without parsing a long script.
 */
export function scriptResponse(script: Whole & Pick<Item, 'draftCount'>, linesJson: string): string {
  const { narrationVoiceId, sceneHeadingVoiceId, languageByLine, deliveries, characterSounds } =
    script.casting
  const head: Omit<Script, 'content'> = {
    ...factsOf(script),
    ...(narrationVoiceId !== undefined && { narrationVoiceId }),
    ...(sceneHeadingVoiceId !== undefined && { sceneHeadingVoiceId }),
    ...(languageByLine !== undefined && { languageByLine }),
    ...(deliveries !== undefined && { deliveries }),
    ...(characterSounds && { characterSounds }),
    ...(script.revisionSets && { revisionSets: script.revisionSets }),
    castingVersion: script.castingVersion,
  }
  const characters = JSON.stringify(script.characters.map((character) => assignment(script, character)))
  const fields = JSON.stringify(head).slice(0, -1)
  return `{"success":true,"data":{"script":${fields},"content":{"lines":${linesJson},"characters":${characters}}}}}`
}

const factsOf = ({ id, uploadedAt, role, ...item }: Item): ScriptFacts => {
  const { title, characterCount, pages, lineCount, language, draft, draftCount = draft.count } = item
  return {
    _id: id,
    title,
    characterCount,
    pages,
    lineCount,
    uploadedAt: uploadedAt.toISOString(),
    ...(language !== undefined && { language }),
    draft: { number: draft.number, name: draft.name },
    draftCount,
    role,
  }
}

const assignment = ({ casting }: Whole, character: string): Static<typeof CharacterAssignment> =>
  Object.hasOwn(casting.characterAssignments, character)
    ? { character, voiceId: casting.characterAssignments[character]! }
    : { character }

type Placed<Listed extends ListedScript> = Omit<Listed, 'lastPlayed'> &
  Pick<ScriptListItem, 'lastPlayed' | 'newNotes' | 'heard'>
type ItemSource = { pages: ScriptPages; draftChanges: DraftChanges; stores: Pick<Stores, 'noteReads'> }

/**
 * Returns scripts of a list with the user's position in each, what changed since the draft that the user heard last, and
 * the number of new notes, as far as the user may read notes. What needs more work is left out.
 */
export async function itemsIn<Listed extends ListedScript & { role?: Role }>(
  { pages, draftChanges, stores }: ItemSource,
  uid: string,
  found: readonly Listed[],
): Promise<Placed<Listed>[]> {
  const noted = found.filter(({ role = 'owner' }) => may(role, 'note')).map(({ _id }) => _id)
  const [places, news, changes] = await Promise.all([
    pages.ofPlaces(uid, found),
    stores.noteReads.countsNew(uid, noted),
    draftChanges.ofList(found.flatMap(heardBefore)),
  ])
  return found.map((listed) => {
    const { lastPlayed, ...facts } = listed
    const newNotes = news.get(facts._id) ?? 0
    const place = places.get(facts._id)
    const changed = changes.get(facts._id)
    const [heard] = heardBefore(listed)
    return {
      ...facts,
      ...countIn(listed),
      ...(newNotes > 0 && { newNotes }),
      ...(heard && changed !== undefined && { heard: { draft: heard.from, changes: changed } }),
      ...(lastPlayed &&
        place && { lastPlayed: { ...place, lastUpdated: lastPlayed.lastUpdated.toISOString() } }),
    }
  })
}

/** The draft that the user heard last, if it is not the present one, as a pair with it. */
function heardBefore({ _id: id, lastPlayed, draft }: ListedScript): DraftPair[] {
  const from = lastPlayed?.heard.at(-1)
  return from === undefined || !draft || from === draft.number ? [] : [{ id, from, to: draft.number }]
}

/** Users who may not cast know of the drafts that they have heard only. */
function countIn({ role = 'owner', draft, draftCount, lastPlayed }: ListedScript & { role?: Role }) {
  if (!draft || draftCount === undefined || may(role, 'cast')) return undefined
  const known = new Set([draft.number, ...(lastPlayed?.heard ?? [])])
  return { draftCount: Math.min(draftCount, known.size) }
}

/** Returns the cursor of the page after this item. Opaque to clients; its form is LIST_CURSOR_FORM. */
export const toCursor = ({ uploadedAt, _id }: Pick<ListedScript, 'uploadedAt' | '_id'>): string =>
  `${Date.parse(uploadedAt)}.${_id}`

export function fromCursor(cursor: string): ListPosition {
  const [moment, id = ''] = cursor.split('.')
  return { uploadedAt: new Date(Number(moment)), id }
}
