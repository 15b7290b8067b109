import type { RouteBody } from '@andscene/contracts/define-route'
import type { LinkSource } from '@andscene/contracts/internal'
import { openLinkSource } from '@andscene/contracts/routes/internal'
import { openLink } from '@andscene/contracts/routes/sharing'
import { LINK_TOKEN_FORM } from '@andscene/contracts/sharing/sharing'
import { addressKey } from '@andscene/service-kit/address-key'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import { createHash, randomBytes } from 'node:crypto'
import type { FailureLimit } from './failures.ts'
import type { GuestTokens } from './guest-tokens.ts'
import type { Limit } from './limits.ts'
import type { NewGuestLimit } from './new-guest-limit.ts'

const TOKEN = new RegExp(LINK_TOKEN_FORM)
const KEY_BYTES = 32

export type OpenLinkOptions = {
  scripts: ServiceClient
  guestTokens: GuestTokens
  limits: {
    /** Openings without a guest key, by link and address. */
    openings: Limit
    /** New guests, by link and address. */
    newGuests: NewGuestLimit
    /** Wrong passphrases, by link and address. */
    failures: FailureLimit
    /** Wrong passphrases, by link. */
    guesses: FailureLimit
  }
}

/**
 * Exchanges a link for a guest token (decision 0047). All failures look the same. Limits are per link (decision 0064):
 * failures with another or an invalid link do not affect other clients at the address.
 */
export function openLinkRoute(app: App, { scripts, guestTokens, limits }: OpenLinkOptions): void {
  const { openings, newGuests, failures, guesses } = limits

  app.route({
    method: openLink.method,
    url: openLink.path,
    bodyLimit: openLink.limits.bodyBytes,
    onRequest: (request, reply) => app.admit(request, reply, openLink),
    schema: { body: openLink.body, response: { 200: openLink.response } },
    handler: async ({ body: { token, passphrase, guestKey }, ip, id: requestId }) => {
      if (!TOKEN.test(token)) throw doesNotWork()
      // Only hashes leave this process: a service must not be able to log or store what opens a link.
      const tokenHash = sha256(token)
      const newKey = randomBytes(KEY_BYTES).toString('base64url')
      const here = `${tokenHash} ${addressKey(ip)}`
      const call = async (more: Partial<RouteBody<typeof openLinkSource>>) => {
        const body = { tokenHash, newKeyHash: sha256(newKey), ...more }
        return (await scripts.call(openLinkSource, { body }, { requestId })).data
      }
      // A returning guest is not counted as an opening: pages renew their tokens, and many guests can share an address.
      const known =
        guestKey === undefined
          ? undefined
          : await call({ guestKeyHash: sha256(guestKey), onlyKnown: true }).catch(unlessUnknown)
      if (known) return { success: true as const, data: opened(known, guestTokens, newKey) }
      await openings(here)
      await newGuests.requireRoom(here)
      const ask = () => call({ ...(passphrase !== undefined && { passphrase }) })
      const guess = () => guesses(tokenHash, { work: ask, isFailure: isWrongPassphrase })
      const link = await (
        passphrase === undefined ? ask() : failures(here, { work: guess, isFailure })
      ).catch((error: unknown) => {
        throw isFailure(error) ? doesNotWork() : error
      })
      await newGuests.count(here)
      return { success: true as const, data: opened(link, guestTokens, newKey) }
    },
  })
}

function opened(link: LinkSource, guestTokens: GuestTokens, newKey: string) {
  const { scriptId, role, linkName, title, expiresAt, isNew, guestName } = link
  return {
    guestToken: guestTokens.sign(link),
    scriptId,
    role,
    linkName,
    title,
    expiresAt,
    ...(isNew && { guestKey: newKey }),
    ...(guestName !== undefined && { guestName }),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const codeOf = (error: unknown) => (error instanceof HttpError ? error.code : undefined)
/** For a known link; a service of an older release responds with NOT_FOUND for both. */
const isWrongPassphrase = (error: unknown) => codeOf(error) === 'WRONG_PASSPHRASE'
const isFailure = (error: unknown) => isWrongPassphrase(error) || codeOf(error) === 'NOT_FOUND'

const unlessUnknown = (error: unknown): undefined => {
  if (!isFailure(error)) throw error
}

const doesNotWork = () =>
  new HttpError(
    'NOT_FOUND',
    'This link does not work. It may have expired or been withdrawn, or it needs a passphrase.',
  )
