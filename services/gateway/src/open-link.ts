import type { LinkSource } from '@andscene/contracts/internal'
import { openLinkSource } from '@andscene/contracts/routes/internal'
import { openLink } from '@andscene/contracts/routes/sharing'
import { LINK_TOKEN_FORM } from '@andscene/contracts/sharing'
import { addressKey } from '@andscene/service-kit/address-key'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import { createHash } from 'node:crypto'
import type { FailureLimit } from './failures.ts'
import type { GuestTokens } from './guest-tokens.ts'

const TOKEN = new RegExp(LINK_TOKEN_FORM)

export type OpenLinkOptions = { scripts: ServiceClient; guestTokens: GuestTokens; failures: FailureLimit }

/**
 * Makes a guest of whoever has a link (decision 0047). All failures look alike, and are counted by address: ten a minute, and
 * then good links are refused too until it is over, because whoever guesses would see by them that he may go on.
 */
export function openLinkRoute(app: App, { scripts, guestTokens, failures }: OpenLinkOptions): void {
  app.route({
    method: openLink.method,
    url: openLink.path,
    bodyLimit: openLink.limits.bodyBytes,
    onRequest: (request, reply) => app.admit(request, reply, openLink),
    schema: { body: openLink.body, response: { 200: openLink.response } },
    handler: async ({ body, ip, id }) => {
      const link = await failures(addressKey(ip), {
        work: () => linkOf(scripts, body, id),
        isFailure: (error) => error instanceof HttpError && error.code === 'NOT_FOUND',
      })
      const { scriptId, role, linkName, title, expiresAt } = link
      const guestToken = guestTokens.sign(link)
      return { success: true as const, data: { guestToken, scriptId, role, linkName, title, expiresAt } }
    },
  })
}

type Brought = { token: string; passphrase?: string }

async function linkOf(
  scripts: ServiceClient,
  { token, passphrase }: Brought,
  requestId: string,
): Promise<LinkSource> {
  if (!TOKEN.test(token)) throw doesNotWork()
  // The token itself stays here: what a service could log or keep opens nothing.
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const body = { tokenHash, ...(passphrase !== undefined && { passphrase }) }
  try {
    return (await scripts.call(openLinkSource, { body }, { requestId })).data
  } catch (error) {
    throw error instanceof HttpError && error.code === 'NOT_FOUND' ? doesNotWork() : error
  }
}

const doesNotWork = () =>
  new HttpError(
    'NOT_FOUND',
    'This link does not work. It may have expired or been withdrawn, or it needs a passphrase.',
  )
