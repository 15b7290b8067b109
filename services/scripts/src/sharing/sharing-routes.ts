import { GUESTS_SHOWN, SHARED_SCRIPTS_LIMIT, COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
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
import type * as contract from '@andscene/contracts/sharing/sharing'
import type { Hearing } from '../store/documents/progress.ts'
import type { Collaborator, Guest, ShareEvent, ShareLink } from '../store/share-store.ts'

/** Lists who has access to a script, and the scripts that others have shared (product §11). */
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

/** Returns the progress of a listener in a script with this number of lines. */
export type Heard = (uid: string | undefined) => { lastHeardAt?: string; heard?: number }

function hearingsOf(hearings: readonly Hearing[], lineCount: number): Heard {
  const byPerson = new Map(hearings.map((hearing) => [hearing.uid, hearing]))
  return (uid) => {
    const hearing = uid === undefined ? undefined : byPerson.get(uid)
    if (!hearing) return {}
    const heard = lineCount === 0 ? 0 : Math.min(1, (hearing.furthestLineIndex + 1) / lineCount)
    return { heard, lastHeardAt: hearing.lastUpdated.toISOString() }
  }
}

const nothingHeard: Heard = () => ({})

const collaboratorIn = (
  { id, email, role, invitedAt, expiresAt, joinedAt, mail, uid }: Collaborator,
  heard: Heard = nothingHeard,
): contract.Collaborator => ({
  _id: id,
  email,
  role,
  invitedAt: invitedAt.toISOString(),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  ...(joinedAt && { joinedAt: joinedAt.toISOString() }),
  mail,
  ...heard(uid),
})

export const linkIn = (
  link: ShareLink,
  guests: readonly Guest[] = [],
  heard: Heard = nothingHeard,
): contract.ShareLink => ({
  _id: link.id,
  name: link.name,
  role: link.role,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  ...(link.revokedAt && { revokedAt: link.revokedAt.toISOString() }),
  hasPassphrase: link.passphraseHash !== undefined,
  opens: link.opens,
  ...(link.lastOpenedAt && { lastOpenedAt: link.lastOpenedAt.toISOString() }),
  guests: guests
    .filter(({ linkId }) => linkId === link.id)
    .map(({ id, name, openedAt }) => ({
      ...(name !== undefined && { name }),
      openedAt: openedAt.toISOString(),
      heard: 0,
      ...heard(id),
    })),
})

const eventIn = ({ at, kind, actor, subject, role }: ShareEvent): contract.ShareEvent => ({
  at: at.toISOString(),
  kind,
  actor,
  subject,
  ...(role && { role }),
})
