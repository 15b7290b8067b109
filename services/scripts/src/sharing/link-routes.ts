import { LINKS_LIMIT } from '@andscene/contracts/limits'
import { plainName } from '@andscene/contracts/text/names'
import { changeLink, createLink, revokeLink } from '@andscene/contracts/routes/sharing'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { ofLink } from './history.ts'
import { linkIn } from './sharing-response.ts'

const TOKEN_BYTES = 32
const DAY_MS = 24 * 3_600_000

/** Routes for links, which guests open without an account (product §11). */
export function linkRoutes(app: App, { stores, access, clock, feeds, passphrases }: Context): void {
  const { shares } = stores
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)

  implement(app, createLink, async (request) => {
    const { id: scriptId, ownerId, drafts } = await access.script(createLink, request, ['drafts'])
    const { role, days, passphrase, changesSince } = request.body
    if (changesSince !== undefined && !drafts.some(({ number }) => number === changesSince))
      throw notFound('Draft')
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const now = clock.now()
    if ((await shares.links(scriptId)).filter(access.isOpen).length >= LINKS_LIMIT) throw tooMany()
    const link = {
      id: randomUUID(),
      scriptId,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      name: named(request.body.name),
      role,
      createdAt: now,
      expiresAt: inDays(days),
      passphraseHash: passphrase === undefined ? undefined : await passphrases.hash(ownerId, passphrase),
      changesSince,
      opens: 0,
    }
    if (!(await shares.addLink(link))) throw tooMany()
    await shares.addEvent(ofLink('link-created', link, now, { ...request.person, role }))
    return { data: { link: linkIn(link), token } }
  })

  implement(app, changeLink, async (request) => {
    const { id: scriptId } = await access.script(changeLink, request, [])
    const { linkId } = request.params
    const { name, role, days } = request.body
    const known = await shares.findLink(linkId)
    if (known?.scriptId !== scriptId) throw notFound('Link')
    const now = clock.now()
    const change = {
      ...(name !== undefined && { name: named(name) }),
      ...(role !== undefined && { role }),
      ...(days !== undefined && { expiresAt: inDays(days) }),
    }
    const link = await shares.changeLink(scriptId, linkId, change, now)
    if (!link) throw tooMany()
    feeds.wake(scriptId)
    await shares.addEvent(ofLink('changed', link, now, { ...request.person, role }))
    return { data: { link: linkIn(link) } }
  })

  implement(app, revokeLink, async (request) => {
    const { id: scriptId } = await access.script(revokeLink, request, [])
    const now = clock.now()
    const link = await shares.changeLink(scriptId, request.params.linkId, { revokedAt: now })
    if (!link) throw notFound('Link')
    feeds.wake(scriptId)
    const isRevokedNow = link.revokedAt?.getTime() === now.getTime()
    if (isRevokedNow) await shares.addEvent(ofLink('revoked', link, now, request.person))
    return {}
  })
}

const tooMany = () =>
  new HttpError('CONFLICT', `A script can have at most ${LINKS_LIMIT} open links. Revoke one first.`)

function named(name: string): string {
  const plain = plainName(name)
  if (plain === '') throw invalid('Enter a name for the link')
  return plain
}
