import { GUESTS_SHOWN, SHARED_SCRIPTS_LIMIT } from '@andscene/contracts/limits'
import {
  leaveSharedScript,
  listSharedScripts,
  listShareEvents,
  readSharing,
} from '@andscene/contracts/routes/sharing'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { itemsIn } from '../library/list-response.ts'
import { ofCollaborator } from './history.ts'
import { collaboratorIn, eventIn, hearingsOf, linkIn } from './sharing-response.ts'

/** Who else hears a script, and what others have shared (product §11). */
export function sharingRoutes(app: App, context: Context): void {
  const { stores, access, clock, feeds } = context
  const { shares, progress } = stores

  implement(app, readSharing, async (request) => {
    const { id, lineCount } = await access.script(readSharing, request, ['lineCount'])
    const [collaborators, links, guests, hearings] = await Promise.all([
      shares.collaborators(id),
      shares.links(id),
      shares.guests(id, GUESTS_SHOWN),
      progress.hearings(id),
    ])
    const heard = hearingsOf(hearings, lineCount)
    return {
      data: {
        collaborators: collaborators.map((one) => collaboratorIn(one, heard)),
        links: links.map((link) => linkIn(link, guests, heard)),
      },
    }
  })

  implement(app, listShareEvents, async (request) => {
    const { id } = await access.script(listShareEvents, request, [])
    return { data: { events: (await shares.events(id)).map(eventIn) } }
  })

  implement(app, listSharedScripts, async ({ person, uid }) => {
    await access.bind(person)
    const found = await shares.sharedWith(uid, SHARED_SCRIPTS_LIMIT)
    const items = await itemsIn(context.pages, uid, found)
    return {
      data: {
        scripts: items.map((item) => ({ ...item, sharedAt: item.sharedAt.toISOString() })),
      },
    }
  })

  implement(app, leaveSharedScript, async ({ uid, params: { id } }) => {
    const collaborator = await shares.collaboratorOf(id, uid)
    if (!collaborator || !(await shares.leave(uid, id))) throw notFound('Script')
    feeds.wake(id)
    await shares.addEvent(ofCollaborator('left', collaborator, clock.now()))
    return {}
  })
}
