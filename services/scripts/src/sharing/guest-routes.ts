import { plainName } from '@andscene/contracts/text/names'
import { openLinkSource } from '@andscene/contracts/routes/internal'
import { nameGuest, claimGuest } from '@andscene/contracts/routes/sharing'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import type { Guest, ShareLink } from '../store/share-store.ts'
import { collaboratorIdOf, guestIn, newGuestId } from './guest-id.ts'
import { nameOf, ofCollaborator, ofLink } from './history.ts'
import { addressOf } from '@andscene/contracts/text/address'
import type { Person } from '@andscene/contracts/internal'
import type { Role } from '@andscene/contracts/sharing/roles'
import { createHash } from 'node:crypto'

/** Routes for guests of links (product §11). */
export function guestRoutes(app: App, { stores, access, clock, passphrases }: Context): void {
  const { shares, scripts } = stores

  async function withScript(link: ShareLink | undefined) {
    const script = link && access.isOpen(link) && (await scripts.find(link.scriptId, ['title']))
    return link && script ? { link, script } : undefined
  }

  // A failed request does not reveal its reason, not even by its timing.
  implement(app, openLinkSource, async ({ body }) => {
    const { tokenHash, passphrase, guestKeyHash, newKeyHash, onlyKnown } = body
    const known = await shares.findLinkByHash(tokenHash)
    const open = await withScript(known)
    if (!open) {
      if (passphrase === undefined) throw notFound('Link')
      await passphrases.pretend(known?.id)
      throw known ? wrongPassphrase() : notFound('Link')
    }
    const { link, script } = open
    const response = (guest: Guest) => ({
      guestId: guest.id,
      linkId: link.id,
      scriptId: link.scriptId,
      ownerId: script.ownerId,
      role: link.role,
      linkName: link.name,
      title: script.title,
      expiresAt: link.expiresAt.toISOString(),
      ...(guest.name !== undefined && { guestName: guest.name }),
    })
    const before = guestKeyHash === undefined ? undefined : await shares.findGuestByKey(guestKeyHash)
    // Returning guests gave the passphrase and were counted at their first visit.
    if (before?.linkId === link.id) return { data: response(before) }
    if (onlyKnown) throw notFound('Link')
    const { id: linkId, scriptId, passphraseHash } = link
    if (passphraseHash !== undefined) {
      if (passphrase === undefined) throw notFound('Link')
      const ofOwner = { id: linkId, ownerId: script.ownerId, passphraseHash }
      if (!(await passphrases.isRight(ofOwner, passphrase))) throw wrongPassphrase()
    }
    const now = clock.now()
    const guest = { id: newGuestId(), linkId, scriptId, openedAt: now, keyHash: newKeyHash }
    if (!(await shares.addGuest(guest))) throw notFound('Link')
    await shares.addEvent(ofLink('opened', link, now, { uid: guest.id, name: 'Guest' }))
    return { data: { ...response(guest), isNew: newKeyHash !== undefined } }
  })

  implement(app, nameGuest, async (request) => {
    await access.script(nameGuest, request, [])
    const name = plainName(request.body.name)
    if (name === '') throw invalid('Enter your name')
    const guest = guestIn(request.person, clock.now())
    if (!guest || !(await shares.keepGuest({ ...guest, name }))) throw notFound('Guest')
    return { data: { guest: { name } } }
  })
}

const wrongPassphrase = () => new HttpError('WRONG_PASSPHRASE', 'The passphrase is wrong')

/** Turns a guest into a collaborator with an account (decision 0065). */
export function claimRoute(app: App, { stores, access, clock, feeds }: Context): void {
  const { scripts, shares, notes, progress } = stores

  /** Returns the account's role: the present one, because only owners change roles, or that of the link. */
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
      // The owner may have changed the link meanwhile, which did not affect this collaborator.
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
    'The script has the maximum number of collaborators, or an open invitation for you. Open the invitation, or ask the owner.',
  )
