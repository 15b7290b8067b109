import type { Person } from '@andscene/contracts/internal'
import {
  deleteDraft,
  listDrafts,
  makeDraftPresent,
  readDraft,
  renameDraft,
} from '@andscene/contracts/routes/drafts'
import { plainTitle } from '@andscene/contracts/text/isolated'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { openedScript } from '../library/opened-script.ts'
import { WHOLE_FIELDS } from '../library/script-response.ts'
import type { ChangedDraft } from '../store/drafts/draft-store.ts'
import { draftsFor } from './draft-response.ts'

const FIELDS = ['draft', 'drafts'] as const

/** List, open, rename, delete the drafts of a script, and choose the present one (decision 0101). */
export function draftRoutes(app: App, context: Context): void {
  const { stores, access, visible, outbox, feeds, clock } = context
  const { scripts } = stores

  type Changing = { id: string; person: Person; params: { id: string } }
  /** Responds to a change with the drafts as they are now; throws if it was not possible. */
  const changed = async (
    route: typeof renameDraft | typeof makeDraftPresent | typeof deleteDraft,
    request: Changing,
    outcome: ChangedDraft,
  ) => {
    if (outcome === 'gone') throw notFound('Script')
    if (outcome === 'unknown') throw notFound('Draft')
    if (outcome === 'only') throw new HttpError('CONFLICT', ONLY)
    if (outcome === 'changed') {
      outbox.wake()
      feeds.wake(request.params.id)
    }
    const script = await access.script(route, request, FIELDS)
    return { data: await draftsFor(context, request.person, script) }
  }
  const changeOf = ({ id: requestId }: Pick<Changing, 'id'>) => ({ requestId, at: clock.now() })

  implement(app, listDrafts, async (request) => {
    const script = await access.script(listDrafts, request, FIELDS)
    return { data: await draftsFor(context, request.person, script) }
  })

  implement(app, readDraft, async (request) => {
    const { person, params } = request
    const script = await access.script(readDraft, request, WHOLE_FIELDS)
    return openedScript(context, request, script, await visible.numberOf(person, script, params.draft))
  })

  implement(app, renameDraft, async (request) => {
    const { id } = await access.script(renameDraft, request, [])
    const name = plainTitle(request.body.name)
    if (name === '') throw invalid('Enter a name for the draft')
    const outcome = await scripts.renameDraft(id, request.params.draft, name, changeOf(request))
    return changed(renameDraft, request, outcome)
  })

  implement(app, makeDraftPresent, async (request) => {
    const { id } = await access.script(makeDraftPresent, request, [])
    const outcome = await scripts.makePresent(id, request.params.draft, changeOf(request))
    return changed(makeDraftPresent, request, outcome)
  })

  implement(app, deleteDraft, async (request) => {
    const { uid, params } = request
    const { id, role, drafts } = await access.script(deleteDraft, request, FIELDS)
    const draft = drafts.find(({ number }) => number === params.draft)
    if (!draft) throw notFound('Draft')
    if (role !== 'owner' && draft.by.uid !== uid) throw new HttpError('FORBIDDEN', FOREIGN)
    return changed(deleteDraft, request, await scripts.removeDraft(id, params.draft, changeOf(request)))
  })
}

const ONLY = 'This is the only draft of the script. Delete the script instead.'
const FOREIGN = 'You can delete only the drafts that you uploaded. Ask the owner to delete this one.'
