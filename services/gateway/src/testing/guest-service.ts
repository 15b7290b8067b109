import type { RouteBody } from '@andscene/contracts/define-route'
import type { LinkSource } from '@andscene/contracts/internal'
import { openLinkSource } from '@andscene/contracts/routes/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { HttpError, notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { gatewayFixture } from './gateway-fixture.ts'

export const VALID_LINK = 'g'.repeat(43)
export const OTHER_LINK = 'o'.repeat(43)
export const UNAVAILABLE_LINK = 'a'.repeat(43)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const HOUR_MS = 3_600_000

const told = async ({ person }: { person: object }) => person

/** A gateway with a service that has two links and returns each caller's identity. */
export async function guestFixture(env: Record<string, string> = {}) {
  const keys = createInternalKeys(['gateway', 'scripts'])
  const scripts = await createApp({ name: 'scripts', logLevel: 'silent' })
  await scripts.register(internalTokens, { self: 'scripts', publicKeys: keys.publicKeys })
  const asked: RouteBody<typeof openLinkSource>[] = []
  const guests = new Map<string, { guestId: string; guestName: string }>()
  /** Whether its links require a passphrase; any but `wrong` is accepted. */
  const secret = { is: false }
  const link: LinkSource = {
    guestId: 'guest-1',
    linkId: 'link-1',
    scriptId: 's1',
    ownerId: 'ada',
    role: 'commenter',
    linkName: 'For the producer',
    title: 'The Last Bus',
    expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
  }
  implement(scripts, openLinkSource, async ({ body }) => {
    asked.push(body)
    if (body.tokenHash === sha256(UNAVAILABLE_LINK)) throw unavailable('Busy.')
    if (![VALID_LINK, OTHER_LINK].some((known) => body.tokenHash === sha256(known))) throw notFound('Link')
    if (body.passphrase === 'wrong') throw new HttpError('WRONG_PASSPHRASE', 'Wrong')
    // The service stores only hashes of guest keys.
    const known = body.guestKeyHash === undefined ? undefined : guests.get(body.guestKeyHash)
    if (known) return { data: { ...link, ...known } }
    if (body.onlyKnown) throw notFound('Link')
    if (body.passphrase === undefined && secret.is) throw notFound('Link')
    const guestId = `guest-${asked.length}`
    if (body.newKeyHash !== undefined) guests.set(body.newKeyHash, { guestId, guestName: 'Grace' })
    return { data: { ...link, guestId, isNew: true } }
  })
  scripts.get('/api/scripts/:id/notes', { onRequest: scripts.requirePersonOrGuest }, told)
  scripts.get('/api/scripts', { onRequest: scripts.requirePerson }, told)
  const scriptsUrl = await scripts.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => scripts.close())
  const gateway = await gatewayFixture({
    SCRIPTS_URL: scriptsUrl,
    INTERNAL_PRIVATE_KEY: keys.privateKeys.gateway,
    INTERNAL_PUBLIC_KEYS: keys.publicKeys,
    ...env,
  })
  return {
    gateway,
    keys,
    scriptsUrl,
    link,
    secret,
    /** Requests to open a link that the service received. */
    asked,
    ask: (path: string, token: string, from = '198.51.100.7') =>
      fetch(gateway.origin + path, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
      }),
    open: (body: object, from = '198.51.100.7', headers: Record<string, string> = {}) =>
      fetch(`${gateway.origin}/api/listen`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
        body: JSON.stringify(body),
      }),
  }
}
