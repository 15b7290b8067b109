import { REFUSED_HEADER } from '@andscene/contracts/platform'
import { addressKey } from '@andscene/service-kit/address-key'
import { HttpError } from '@andscene/service-kit/http-error'
import { ExpiringMap } from '@andscene/service-kit/expiring-map'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'

/** Maximum number of cached clients; the gateway refuses evicted ones again. */
const REMEMBERED = 10_000
/** Shorter waits are for concurrency limits, which may be over sooner. */
const SHORTEST_WAIT_S = 2

/**
 * Refuses a client that the gateway has refused, on the same route with the same token from the same address, until
 * Retry-After is over: repeated requests then cost neither the gateway nor a connection to it.
 */
export function cacheRefusals(app: FastifyInstance): void {
  const waiting = new ExpiringMap<number>(REMEMBERED)
  app.addHook('onRequest', async (request) => {
    const until = waiting.get(callOf(request))
    if (until === undefined) return
    throw new HttpError('TOO_MANY_REQUESTS', 'Too many requests. Please wait a moment and try again.', {
      retryAfter: (until - Date.now()) / 1_000,
    })
  })
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader(REFUSED_HEADER)) return
    reply.removeHeader(REFUSED_HEADER)
    const seconds = Number(reply.getHeader('retry-after'))
    if (!(seconds >= SHORTEST_WAIT_S)) return
    const until = Date.now() + seconds * 1_000
    waiting.set(callOf(request), until, until)
  })
}

/** Includes the address, because visitors have no token. Hashed, because a token may have many kilobytes. */
const callOf = ({ headers, ip, method, routeOptions }: FastifyRequest) =>
  hash('sha256', `${method} ${routeOptions.url} ${addressKey(ip)} ${headers.authorization}`, 'base64url')
