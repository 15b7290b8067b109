import { addressOf } from '@andscene/contracts/address'
import type { Person } from '@andscene/contracts/internal'
import { claimGuest } from '@andscene/contracts/routes/sharing'
import { may, type Role } from '@andscene/contracts/roles'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { ShareLink } from '../store/share-store.ts'
import { joined, nameOf } from './history.ts'

/** A guest becomes an account (decision 0065). */
export function claimRoute(app: App, { stores, access, clock, feeds }: Context): void {
  const { scripts, shares, notes, progress } = stores

  /** What the account is to the script once it has what the link gives. */
  async function roleBy(link: ShareLink, person: Person): Promise<Role> {
    const {
      id: scriptId,
      ownerId,
      ownerName,
    } = (await scripts.find(link.scriptId, ['ownerName'])) ?? missing()
    const present = await access.roleOf(person, { id: scriptId, ownerId })
    if (present === 'owner' || (present && (may(present, 'note') || !may(link.role, 'note')))) return present
    const { uid, email = '' } = person
    if (present) {
      const { id } = (await shares.collaboratorOf(scriptId, uid)) ?? missing()
      await shares.changeRole(scriptId, id, link.role)
      return link.role
    }
    const now = clock.now()
    const collaborator = {
      id: randomUUID(),
      scriptId,
      email: addressOf(email),
      role: link.role,
      invitedAt: now,
      invitedBy: ownerName ?? link.name,
      uid,
      joinedAt: now,
      name: nameOf(person),
      linkId: link.id,
      mail: 'none',
    } as const
    if (!(await shares.join(collaborator))) throw noRoom()
    await shares.addEvent(joined(collaborator, now))
    return link.role
  }

  // Repeatable: the guest goes last, and whoever has claimed them before is told so.
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
    const role = await roleBy(link, person)
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
  new HttpError('FORBIDDEN', 'Verify your e-mail address first. Your notes stay as they are until then.')
const noRoom = () =>
  new HttpError(
    'CONFLICT',
    'The script has as many collaborators as it may have, or an invitation for you that is still open. Open the invitation, or ask the owner.',
  )
