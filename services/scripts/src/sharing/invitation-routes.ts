import { addressOf, maskedAddress } from '@andscene/contracts/text/address'
import { INVITATION_KEY_FORM, type Accepted, type Invitation } from '@andscene/contracts/sharing/invitations'
import { quotedWords } from '@andscene/contracts/text/quoted-words'
import {
  acceptInvitation,
  createInvitationLink,
  declineInvitation,
  openInvitation,
} from '@andscene/contracts/routes/invitations'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import type { Collaborator } from '../store/share-store.ts'
import { ofCollaborator } from './history.ts'
import { hashOfKey, invitationEnd, newKey } from './invitations.ts'

const KEY = new RegExp(INVITATION_KEY_FORM)

/** Invitation routes for callers with a key (decision 0067). A key never appears in a URL or log. */
export function invitationRoutes(app: App, { stores, access, clock, feeds }: Context): void {
  const { shares, scripts } = stores

  /** Returns the invitation of a key, or how it ended; throws NOT_FOUND for an unknown key. */
  const find = async (key: string) => {
    const keyHash = KEY.test(key) ? hashOfKey(key) : ''
    const invitation = keyHash ? await shares.findByKey(keyHash) : undefined
    if (invitation) return { keyHash, invitation, state: stateOf(invitation) }
    const state = keyHash ? await shares.endOf(keyHash) : undefined
    if (!state) throw notFound('Invitation')
    return { keyHash, state, invitation }
  }
  const isOver = ({ expiresAt }: Collaborator) => expiresAt !== undefined && expiresAt <= clock.now()
  const stateOf = (invitation: Collaborator): 'open' | 'used' | 'expired' =>
    invitation.uid !== undefined ? 'used' : isOver(invitation) ? 'expired' : 'open'

  implement(app, openInvitation, async ({ body }) => {
    const { invitation, state } = await find(body.key)
    // An expired link reveals nothing about a script that still exists.
    if (!invitation || isOver(invitation)) return { data: { state } }
    const script = await scripts.find(invitation.scriptId, ['title', 'ownerName'])
    if (!script) throw notFound('Invitation')
    const data: Invitation = {
      state,
      title: quotedWords(script.title),
      inviter: quotedWords(script.ownerName ?? invitation.invitedBy),
      role: invitation.role,
      email: maskedAddress(invitation.email),
    }
    return { data }
  })

  implement(app, acceptInvitation, async ({ body, person, uid }) => {
    const { keyHash, invitation, state } = await find(body.key)
    if (!invitation) return outcome({ state })
    const script = await scripts.find(invitation.scriptId, [])
    if (!script) throw notFound('Invitation')
    const { id: scriptId } = script
    if (await access.roleOf(person, script)) return outcome({ state: 'joined', scriptId })
    if (addressOf(person.email ?? '') !== invitation.email) return outcome({ state: 'other-address' })
    if (state !== 'open') return outcome({ state })
    if (!person.emailVerified) return outcome({ state: 'unverified' })
    const now = clock.now()
    const bound = await shares.bindByKey(keyHash, uid, now)
    if (!bound) return outcome({ state: 'used' })
    await shares.addEvent(ofCollaborator('joined', bound, now))
    return outcome({ state: 'joined', scriptId })
  })

  implement(app, declineInvitation, async ({ body }) => {
    const now = clock.now()
    const declined = await shares.decline(hashOfKey(body.key), now)
    if (declined) {
      feeds.wake(declined.scriptId)
      await shares.addEvent(ofCollaborator('left', declined, now))
    }
    return {}
  })

  implement(app, createInvitationLink, async (request) => {
    const { id: scriptId } = await access.script(createInvitationLink, request, [])
    const invitation = await shares.findCollaborator(scriptId, request.params.collaboratorId)
    if (!invitation) throw notFound('Collaborator')
    const { key, keyHash } = newKey()
    if (!(await shares.setKey(invitation.id, keyHash, invitationEnd(clock.now()), 'link')))
      throw new HttpError('CONFLICT', 'This invitation is already accepted. No link is needed.')
    return { data: { key } }
  })
}

const outcome = (data: Accepted) => ({ data })
