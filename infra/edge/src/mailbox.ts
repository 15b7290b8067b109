import { IDENTITY_SECRET_HEADER, MAILBOX_PATH } from '@andscene/contracts/platform'
import { HttpError } from '@andscene/service-kit/http-error'
import { isOk, sendRequest } from '@andscene/service-kit/calls/send-request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buffer } from 'node:stream/consumers'
import { isLoopbackAddress, type EdgeConfig } from './config.ts'
import { isLoopbackHost } from './hosts.ts'

const RESPONSE_LIMIT_MS = 5_000
/** Headers that proxies set. */
const FORWARDED = [
  'cf-connecting-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-real-ip',
]
const OWN_PAGES = new Set([undefined, 'none', 'same-origin'])

/**
 * The mails contain links that set passwords: only browsers and programs on this machine may read them, by a loopback
 * name without a proxy, and no page of another origin.
 */
export function mayReadMailbox({ headers, host, raw }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    !FORWARDED.some((name) => headers[name] !== undefined) &&
    OWN_PAGES.has(headers['sec-fetch-site'] as string | undefined)
  )
}

/** Serves the mails of the embedded identity (decision 0024). Responds 404 to other clients. */
export function mailboxRoute(
  app: FastifyInstance,
  { identityUrl, identitySecret }: Pick<EdgeConfig, 'identityUrl' | 'identitySecret'>,
): void {
  app.get(MAILBOX_PATH, async (request, reply) => {
    if (!mayReadMailbox(request)) throw new HttpError('NOT_FOUND', 'This address does not exist')
    const response = await sendRequest(new URL(MAILBOX_PATH, identityUrl), {
      headers: { [IDENTITY_SECRET_HEADER]: identitySecret },
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    }).catch(() => undefined)
    if (!response || !isOk(response)) {
      response?.resume()
      throw new HttpError('UNAVAILABLE', 'The mailbox does not respond right now. Please try again.', {
        retryAfter: 2,
      })
    }
    return reply
      .headers({
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex, nofollow',
      })
      .type('application/json')
      .send(await buffer(response))
  })
}
