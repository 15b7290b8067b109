import { SHARED_SCRIPTS_LIMIT, COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
import {
  leaveSharedScript,
  listSharedScripts,
  listShareEvents,
  readSharing,
  changeCollaborator,
  inviteCollaborator,
  removeCollaborator,
} from '@andscene/contracts/routes/sharing'
import type { App } from '@andscene/service-kit/create-app'
import { notFound, HttpError, invalid } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { itemsIn } from '../library/script-response.ts'
import { ofCollaborator, nameOf } from './history.ts'
import { addressOf, isLookalike } from '@andscene/contracts/text/address'
import { randomUUID } from 'node:crypto'
import { invitationEnd } from './invitations.ts'
import { collaboratorIn, eventIn, hearingsOf, linkIn, visitsOf } from './sharing-response.ts'

/** Lists who has access to a script, and the scripts that others have shared (product §11). */
export function sharingRoutes(app: App, context: Context): void {
  const { stores, access, draftPlaces, clock, feeds } = context
  const { shares, progress } = stores

  implement(app, readSharing, async (request) => {
    const script = await access.script(readSharing, request, ['lineCount', 'pageStarts', 'draft', 'drafts'])
    const { id } = script
    const [collaborators, links, hearings] = await Promise.all([
      shares.collaborators(id),
      shares.links(id),
      progress.hearings(id),
    ])
    const exists = new Set(script.drafts.map(({ number }) => number))
    const heard = await hearingsOf(draftPlaces, hearings, script)
    const visits = await visitsOf(shares, { id, links, hearings })
    return {
      data: {
        collaborators: collaborators.map((one) => collaboratorIn(one, heard)),
        links: links.map(({ changesSince, ...link }) => {
          // Its draft may have been deleted.
          const since = changesSince !== undefined && exists.has(changesSince) ? { changesSince } : {}
          return linkIn({ ...link, ...since }, visits.get(link.id), heard)
        }),
      },
    }
  })

  implement(app, listShareEvents, async (request) => {
    const script = await access.script(listShareEvents, request, ['ownerName'])
    return { data: { events: (await shares.events(script.id)).map((event) => eventIn(event, script)) } }
  })

  implement(app, listSharedScripts, async ({ person, uid }) => {
    await access.bind(person)
    const found = await shares.sharedWith(uid, SHARED_SCRIPTS_LIMIT)
    const items = await itemsIn(context, uid, found)
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

const LOOKALIKE =
  'The e-mail address contains a letter that looks like another one. Type the address with your keyboard.'

/** Invites users by e-mail address (product §11). */
export function collaboratorRoutes(app: App, context: Context): void {
  const { stores, access, clock, feeds, invitations } = context
  const { shares } = stores

  implement(app, inviteCollaborator, async (request) => {
    const { person, body } = request
    const { id: scriptId } = await access.script(inviteCollaborator, request, [])
    if (isLookalike(body.email)) throw invalid(LOOKALIKE)
    const email = addressOf(body.email)
    if (person.email !== undefined && addressOf(person.email) === email)
      throw new HttpError('CONFLICT', 'This is your own address. You already own the script.')
    const now = clock.now()
    const asked = {
      id: randomUUID(),
      scriptId,
      email,
      role: body.role,
      invitedAt: now,
      expiresAt: invitationEnd(now),
      invitedBy: nameOf(person),
      // Only a user with a verified address may have mails sent to others.
      mail: person.emailVerified ? 'pending' : 'none',
    } as const
    const collaborator = await shares.invite(asked)
    if (!collaborator)
      throw new HttpError('CONFLICT', `A script can have at most ${COLLABORATORS_LIMIT} collaborators`)
    const isNew = collaborator.id === asked.id
    await shares.addEvent(ofCollaborator(isNew ? 'invited' : 'changed', collaborator, now, person))
    if (isNew) invitations.wake()
    else feeds.wake(scriptId)
    return { data: { collaborator: collaboratorIn(collaborator) } }
  })

  implement(app, changeCollaborator, async (request) => {
    const { params, body } = request
    const { id: scriptId } = await access.script(changeCollaborator, request, [])
    const changed = await shares.changeRole(scriptId, params.collaboratorId, body.role)
    const collaborator = changed && (await shares.findCollaborator(scriptId, params.collaboratorId))
    if (!collaborator) throw notFound('Collaborator')
    feeds.wake(scriptId)
    await shares.addEvent(ofCollaborator('changed', collaborator, clock.now(), request.person))
    return { data: { collaborator: collaboratorIn(collaborator) } }
  })

  implement(app, removeCollaborator, async (request) => {
    const { id: scriptId } = await access.script(removeCollaborator, request, [])
    const { collaboratorId } = request.params
    const collaborator = await shares.findCollaborator(scriptId, collaboratorId)
    if (!collaborator || !(await shares.removeCollaborator(scriptId, collaboratorId, clock.now())))
      throw notFound('Collaborator')
    feeds.wake(scriptId)
    await shares.addEvent(ofCollaborator('revoked', collaborator, clock.now(), request.person))
    return {}
  })
}
