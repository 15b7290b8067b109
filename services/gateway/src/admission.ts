import { JSON_LIMIT_BYTES, type Route } from '@andscene/contracts/define-route'
import { RECENT_SIGN_IN_SECONDS } from '@andscene/contracts/limits'
import { REFUSED_HEADER } from '@andscene/contracts/platform'
import { addressKey } from '@andscene/service-kit/address-key'
import { HttpError } from '@andscene/service-kit/http-error'
import { InFlight, overloaded, tooManyStreams, untilSent } from '@andscene/service-kit/http/in-flight'
import { classOf } from '@andscene/service-kit/wire/request-class'
import { guestsPart, sharesOf } from '@andscene/service-kit/shares'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { GatewayConfig } from './config.ts'
import type { GuestTokens } from './guest-tokens.ts'
import { signedInAt, type VerifyIdToken } from './identity.ts'
import type { Limit } from './limits.ts'
import { forAll, ShareConcurrency, type ShareRate } from './share-limits.ts'

export type AdmissionOptions = {
  config: GatewayConfig
  verify: VerifyIdToken
  guestTokens: Pick<GuestTokens, 'guestOf'>
  limits: {
    requests: ShareRate
    uploads: ShareRate
    notes: ShareRate
    guestNotes: Limit
    visitor: Limit
    signUps: Limit
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** onRequest: authenticates and rate-limits. Throws UNAUTHENTICATED or TOO_MANY_REQUESTS before a body is read. */
    admit(request: FastifyRequest, reply: FastifyReply, route: Route): Promise<void>
    /** onRequest of routes that need no token. */
    admitVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
}

/** Probes and metrics are not limited: operators need them most when the process is busy. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

const ofAll = (name: string, limit: number) => new InFlight({ name, limit, refusal: overloaded })

/**
 * Rate limits and concurrency limits (product §10). A request counts against its address until the token is verified,
 * then against the user, until its response ends or its client disconnects. Addresses are counted separately for
 * requests with and without a token, so that visitors cannot lock out a user at the same address. Guests count against
 * the owner of the link and against their address (decision 0063). Event streams, which last for minutes, are counted
 * separately.
 */
export const admission = fp(
  async (app: FastifyInstance, { config, verify, guestTokens, limits }: AdmissionOptions) => {
    const total = ofAll('in_flight_total', config.LIMIT_IN_FLIGHT_TOTAL)
    const totalStreams = ofAll('streams_in_flight_total', config.LIMIT_STREAMS_IN_FLIGHT_TOTAL)
    const visitors = new InFlight({ name: 'visitor_in_flight', limit: config.LIMIT_IN_FLIGHT })
    const verifying = new InFlight({ name: 'unverified_in_flight', limit: config.LIMIT_IN_FLIGHT })
    const requests = new ShareConcurrency('in_flight', {
      ...forAll(config.LIMIT_IN_FLIGHT),
      guestsOfOwner: guestsPart(config.LIMIT_IN_FLIGHT_TOTAL),
    })
    const uploads = new ShareConcurrency('uploads_in_flight', forAll(config.LIMIT_UPLOADS_IN_FLIGHT))
    const streams = new ShareConcurrency(
      'streams_in_flight',
      {
        person: config.LIMIT_STREAMS_IN_FLIGHT,
        guestsOfOwner: guestsPart(config.LIMIT_STREAMS_IN_FLIGHT_TOTAL),
        guestsAtAddress: config.LIMIT_GUEST_STREAMS_IN_FLIGHT,
      },
      { refusal: tooManyStreams },
    )

    const visit = (request: FastifyRequest, reply: FastifyReply, limit: Limit) => {
      const address = addressKey(request.ip)
      untilSent(reply.raw, visitors.enter(address))
      return limit(address)
    }
    app.addHook('onRequest', async (request, reply) => {
      if (PROBES.has(request.routeOptions.url ?? '')) return
      const all = classOf(request) === 'stream' ? totalStreams : total
      untilSent(reply.raw, all.enter('everybody'))
      if (!request.is404) return
      // In this hook, because Fastify would read the whole body of a request without a route first.
      await visit(request, reply, limits.visitor)
      throw new HttpError('NOT_FOUND', 'This address does not exist')
    })
    app.decorate('admitVisitor', (request: FastifyRequest, reply: FastifyReply) =>
      visit(request, reply, limits.visitor),
    )
    app.decorate('admit', async (request: FastifyRequest, reply: FastifyReply, route: Route) => {
      if (route.access === 'visitor')
        return visit(request, reply, route.limits.countsAs === 'sign-ups' ? limits.signUps : limits.visitor)
      const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
      if (!token) {
        await visit(request, reply, limits.visitor)
        throw new HttpError('UNAUTHENTICATED', 'Please sign in')
      }
      const address = addressKey(request.ip)
      const known = verifying.enter(address)
      untilSent(reply.raw, known)
      try {
        request.person = guestTokens.guestOf(token) ?? (await verify(token))
        request.uid = request.person.uid
      } catch (error) {
        await limits.visitor(address)
        throw error
      }
      const shares = sharesOf(request.person, request.ip)
      await marked(reply, () => limits.requests(shares))
      if (request.person.guest && route.access !== 'guest')
        throw new HttpError('FORBIDDEN', 'Please sign in to do that')
      if (route.limits.countsAs === 'notes') {
        // Per guest at any address; checked first, so that a refused guest uses nothing of the shared limit.
        if (request.person.guest) await marked(reply, () => limits.guestNotes(request.uid))
        await marked(reply, () => limits.notes(shares))
      }
      if (route.recentSignIn) requireRecent(token)
      const places = classOf(request) === 'stream' ? streams : requests
      await marked(reply, () => places.enter(shares, reply))
      known()
      const isUpload = classOf(request) === 'upload' || isLarge(request, route)
      if (isUpload) uploads.enter(shares, reply)
      if (isUpload || route.limits.countsAsUpload) await limits.uploads(shares)
    })
  },
  { name: 'admission', dependencies: ['internal-tokens'] },
)

/** Marks a refusal that applies to every request of the route, whatever its content: the edge may repeat it. */
async function marked(reply: FastifyReply, count: () => void | Promise<void>): Promise<void> {
  try {
    await count()
  } catch (error) {
    if (error instanceof HttpError && error.code === 'TOO_MANY_REQUESTS') reply.header(REFUSED_HEADER, 'true')
    throw error
  }
}

/** For irreversible actions: a token alone, which may be an hour old, is not enough (product §6). */
function requireRecent(verifiedToken: string): void {
  if (Date.now() / 1_000 - signedInAt(verifiedToken) <= RECENT_SIGN_IN_SECONDS) return
  throw new HttpError('RECENT_SIGN_IN_REQUIRED', 'Confirm your identity and try again.')
}

/**
 * Large JSON takes long to parse, so few large bodies are read at a time. A body of undeclared length counts as large.
 */
const isLarge = ({ headers }: FastifyRequest, route: Route) =>
  route.limits.bodyBytes > JSON_LIMIT_BYTES &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > JSON_LIMIT_BYTES)
