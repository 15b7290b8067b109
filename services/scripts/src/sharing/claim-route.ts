import { addressOf } from '@andscene/contracts/address'
import type { Person } from '@andscene/contracts/internal'
import { claimGuest } from '@andscene/contracts/routes/sharing'
import type { Role } from '@andscene/contracts/roles'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Guest, ShareLink } from '../store/share-store.ts'
import { collaboratorIdOf } from './guest-id.ts'
import { nameOf, ofCollaborator } from './history.ts'

/** A guest becomes an account (decision 0065). */
export function claimRoute(app: App, { stores, access, clock, feeds }: Context): void {
  const { scripts, shares, notes, progress } = stores

  /** What the account is to the script: what it is already, as owners alone change roles, or what the link gives. */
  async function roleBy(link: ShareLink, guest: Guest, person: Person): Promise<Role> {
    const { scriptId, role } = link
    const script = (await scripts.find(scriptId, ['ownerName'])) ?? missing()
    const present = await access.roleOf(person, script)
    if (present) return present
    const { uid, email = '' } = person
    const now = clock.now()
    const collaborator = {
      id: collaboratorIdOf(guest.id),
      scriptId,
      email: addressOf(email),
      role,
      invitedAt: now,
      invitedBy: script.ownerName ?? link.name,
      uid,
      joinedAt: now,
      name: nameOf(person),
      linkId: link.id,
      mail: 'none',
    } as const
    const result = await shares.join(collaborator)
    if (result === 'claimed') return missing()
    if (result === 'no-room') throw noRoom()
    if (result === 'removed') throw removed()
    if (result === 'joined') {
      // What the owner did to the link meanwhile has not met this collaborator.
      const after = await shares.findLink(link.id)
      if (!after || !access.isOpen(after) || after.role !== role) {
        await shares.leave(uid, scriptId)
        return missing()
      }
      await shares.addEvent(ofCollaborator('joined', collaborator, now))
    }
    return role
  }

  // Repeatable: the guest is removed last, and a repeated claim by the same account succeeds.
  implement(app, claimGuest, async ({ person, params: { id: scriptId }, body }) => {
    const keyHash = createHash('sha256').update(body.guestKey).digest('hex')
    const guest = await shares.findGuestByKey(keyHash)
    if (!guest) {
      const script = await scripts.find(scriptId, [])
      const role = script && (await access.roleOf(person, script))
      if (!role) throw notFound('Guest')
      return { data: { role } }
    }
    const link = await shares.findLink(guest.linkId)
    if (link?.scriptId !== scriptId || !access.isOpen(link)) throw notFound('Guest')
    if (!person.email || !person.emailVerified) throw unverified()
    const role = await roleBy(link, guest, person)
    const name = person.name?.trim() ? nameOf(person) : (guest.name ?? nameOf(person))
    const collaborator = await shares.collaboratorOf(scriptId, person.uid)
    const cameByLink = collaborator?.linkId !== undefined
    await notes.handOver(scriptId, guest.id, { uid: person.uid, name, cameByLink })
    await progress.handOver(scriptId, guest.id, person.uid)
    await shares.removeGuest(guest.id)
    feeds.wake(scriptId)
    return { data: { role } }
  })
}

const missing = (): never => {
  throw notFound('Guest')
}
const unverified = () =>
  new HttpError('FORBIDDEN', 'Verify your email address first. Your notes do not change until then.')
const removed = () =>
  new HttpError('CONFLICT', 'The owner has removed you from this script. Ask the owner for an invitation.')
const noRoom = () =>
  new HttpError(
    'CONFLICT',
    'The script has as many collaborators as it may have, or an invitation for you that is still open. Open the invitation, or ask the owner.',
  )
