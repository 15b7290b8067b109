import { addressOf, isLookalike } from '@andscene/contracts/address'
import { COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
import {
  changeCollaborator,
  inviteCollaborator,
  removeCollaborator,
} from '@andscene/contracts/routes/sharing'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { invitationEnd } from './invitation-key.ts'
import { nameOf, ofCollaborator } from './history.ts'
import { collaboratorIn } from './sharing-response.ts'

const LOOKALIKE =
  'The e-mail address has a letter that looks like another one. Type the address with your keyboard.'

/** People who are invited by their e-mail address (product §11). */
export function collaboratorRoutes(app: App, context: Context): void {
  const { stores, access, clock, feeds, invitations } = context
  const { shares } = stores

  implement(app, inviteCollaborator, async (request) => {
    const { person, body } = request
    const { id: scriptId } = await access.script(inviteCollaborator, request, [])
    if (isLookalike(body.email)) throw invalid(LOOKALIKE)
    const email = addressOf(body.email)
    if (person.email !== undefined && addressOf(person.email) === email)
      throw new HttpError('CONFLICT', 'This is your own address: the script is yours already')
    const now = clock.now()
    const asked = {
      id: randomUUID(),
      scriptId,
      email,
      role: body.role,
      invitedAt: now,
      expiresAt: invitationEnd(now),
      invitedBy: nameOf(person),
      // Only a user with a verified address may have mail sent to others.
      mail: person.emailVerified ? 'pending' : 'none',
    } as const
    const collaborator = await shares.invite(asked)
    if (!collaborator)
      throw new HttpError('CONFLICT', `A script may have ${COLLABORATORS_LIMIT} collaborators at most`)
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
