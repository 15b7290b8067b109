import { plainName } from '@andscene/contracts/names'
import { openLinkSource } from '@andscene/contracts/routes/internal'
import { nameGuest } from '@andscene/contracts/routes/sharing'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import type { Guest, ShareLink } from '../store/share-store.ts'
import { newGuestId, guestIn } from './guest-id.ts'
import { ofLink } from './history.ts'

/** Guests of links (product §11). */
export function guestRoutes(app: App, { stores, access, clock, passphrases }: Context): void {
  const { shares, scripts } = stores

  async function withScript(link: ShareLink | undefined) {
    const script = link && access.isOpen(link) && (await scripts.find(link.scriptId, ['title']))
    return link && script ? { link, script } : undefined
  }

  // A failed request reveals no reason, in its timing either.
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
    // They gave the passphrase, if there is one, at their first visit, and were counted then.
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
    if (name === '') throw invalid('Please give your name')
    const guest = guestIn(request.person, clock.now())
    if (!guest || !(await shares.keepGuest({ ...guest, name }))) throw notFound('Guest')
    return { data: { guest: { name } } }
  })
}

const wrongPassphrase = () => new HttpError('WRONG_PASSPHRASE', 'This is not the passphrase of the link')
