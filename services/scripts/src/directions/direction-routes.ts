import { DIRECTIONS_LIMIT } from '@andscene/contracts/limits'
import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { deleteDirection, listDirections, saveDirection } from '@andscene/contracts/routes/directions'
import type { Line } from '@andscene/contracts/script'
import type { Role } from '@andscene/contracts/sharing/roles'
import type { Direction } from '@andscene/contracts/voices/direction'
import type { Emphasis } from '@andscene/contracts/voices/delivery'
import { isRecordable, NOT_RECORDABLE, tidyDelivery } from '@andscene/contracts/voices/tidy-delivery'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { authorsOf } from '../notes/authors.ts'
import { nameOf } from '../sharing/history.ts'
import type { DirectionSave, KeptDirections, SavedDirection } from '../store/direction-save.ts'
import type { DraftHead, PresentDraft } from '../store/drafts/draft-store.ts'
import { isOfWords } from '../store/packed-delivery.ts'
import { carriedDelivery } from './carried-delivery.ts'
import { firstTexts } from './directed-lines.ts'

const REFUSALS: Partial<Record<SavedDirection['outcome'], string>> = {
  'too-many': `A script can have at most ${DIRECTIONS_LIMIT.toLocaleString('en')} directed lines. Delete the takes of another line, then try again.`,
  'too-large':
    'The takes of this script use all the space there is for them. Delete takes that you do not need, then try again.',
}

type DirectedScript = { id: string; ownerId: string; role: Role; draft: PresentDraft }

/** Directions of lines (product §5). A changed direction leads to one script-narration job, like a saved casting. */
export function directionRoutes(app: App, context: Context): void {
  const { stores, access, readLines, outbox, feeds, clock } = context

  /** Returns the directions of these lines as the user sees them, in the present text of each line. */
  const responsesOf = async (
    { directions, directors }: Pick<KeptDirections, 'directions' | 'directors'>,
    script: DirectedScript,
    uid: string,
    lineIds: Iterable<string> = directions.keys(),
  ): Promise<Direction[]> => {
    const [people, first, lines] = await Promise.all([
      authorsOf(
        stores,
        script,
        directors.map((director) => director.uid),
      ),
      firstTexts(readLines, { ...script, directions }),
      readLines(script.id, script.role, script.draft.number),
    ])
    const texts = new Map(lines?.lines.map(({ _id, text }) => [_id, text]))
    return [...lineIds].flatMap((lineId) => {
      const direction = directions.get(lineId)
      if (!direction) return []
      const takes = direction.takes.map((take) => {
        const { id, by, at } = take
        const { uid: director, name = FORMER_COLLABORATOR } = directors[by] ?? {}
        return {
          id,
          delivery: carriedDelivery(take, texts.get(lineId), first(lineId)),
          by: people.nameOf(name, director),
          mine: director === uid,
          at: new Date(at).toISOString(),
        }
      })
      return { ...direction, lineId, takes }
    })
  }

  /** Stores a change and returns what is stored now. Throws CONFLICT with the present direction. */
  async function save(
    script: DirectedScript,
    uid: string,
    change: DirectionSave,
  ): Promise<Direction | undefined> {
    const saved = await stores.scripts.saveDirection(script.id, change)
    if (!saved) throw notFound('Script')
    const [direction] = await responsesOf(saved, script, uid, [change.lineId])
    const refusal = REFUSALS[saved.outcome]
    if (refusal !== undefined) throw new HttpError('CONFLICT', refusal)
    if (saved.outcome === 'conflict')
      throw new HttpError('CONFLICT', 'Another director changed this line. Check it and try again.', {
        present: direction ? { direction } : {},
      })
    if (saved.outcome === 'changed') {
      outbox.wake()
      feeds.wake(script.id)
    }
    return direction
  }

  /** A line of the present draft, else of the newest one that has it. */
  async function lineOf(
    { id, role, draft, drafts }: DirectedScript & { drafts: readonly DraftHead[] },
    lineId: string,
  ): Promise<Line | undefined> {
    const inDraft = async (number: number) =>
      (await readLines(id, role, number))?.lines.find(({ _id }) => _id === lineId)
    const present = await inDraft(draft.number)
    if (present) return present
    for (const { number } of drafts.toReversed())
      if (number !== draft.number && (await stores.scripts.findLineIds(id, number))?.includes(lineId))
        return inDraft(number)
    return undefined
  }

  implement(app, listDirections, async (request) => {
    const script = await access.script(listDirections, request, ['directions', 'directors', 'draft'])
    return { data: { directions: await responsesOf(script, script, request.uid) } }
  })

  implement(app, saveDirection, async (request) => {
    const { body, uid, person, params, id: requestId } = request
    const script = await access.script(saveDirection, request, ['draft', 'drafts', 'directions'])
    const { lineId } = params
    const [line, first] = await Promise.all([lineOf(script, lineId), firstTexts(readLines, script)])
    if (!line) throw notFound('Line')
    const { text } = line
    const ids = new Set(body.takes.map(({ id }) => id))
    if (ids.size < body.takes.length) throw invalid('Two takes have the same id')
    if (body.chosen !== null && !ids.has(body.chosen)) throw invalid('The chosen take is not in the list')
    const takes = body.takes.map(({ id, delivery }) => {
      requireWords(delivery.emphasis ?? [], text)
      if (!isRecordable(delivery)) throw invalid(NOT_RECORDABLE)
      const tidy = tidyDelivery(delivery)
      return { id, delivery: tidy, ...(isOfWords(tidy) && { text }) }
    })
    const direction = await save(script, uid, {
      lineId,
      seen: body.version,
      wanted: { takes, chosen: body.chosen },
      carried: (take) => carriedDelivery(take, text, first(lineId)),
      by: { uid, name: nameOf(person) },
      at: clock.now(),
      requestId,
    })
    return { data: { direction: direction! } }
  })

  implement(app, deleteDirection, async (request) => {
    const { query, uid, person, params, id: requestId } = request
    const script = await access.script(deleteDirection, request, ['draft'])
    await save(script, uid, {
      lineId: params.lineId,
      seen: query.version,
      wanted: null,
      by: { uid, name: nameOf(person) },
      at: clock.now(),
      requestId,
    })
    return {}
  })
}

function requireWords(emphasis: readonly Emphasis[], text: string): void {
  if (emphasis.some(([at, length]) => length < 1 || at + length > text.length))
    throw invalid('The emphasized words are not in the line')
}
