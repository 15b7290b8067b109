import type { ApiRoute } from '@andscene/contracts/api'
import { addressKey } from '@andscene/service-kit/address-key'
import { HttpError } from '@andscene/service-kit/http-error'
import { InFlight, overloaded, untilSent, type Leave } from '@andscene/service-kit/in-flight'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { GatewayConfig } from './config.ts'
import type { VerifyIdToken } from './identity.ts'
import type { Limit } from './limits.ts'

export type AdmissionOptions = {
  config: Pick<GatewayConfig, 'LIMIT_IN_FLIGHT' | 'LIMIT_UPLOADS_IN_FLIGHT' | 'LIMIT_IN_FLIGHT_TOTAL'>
  verify: VerifyIdToken
  limits: { person: Limit; uploads: Limit; visitor: Limit; signUps: Limit }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** onRequest: who is it, and not too often. Throws UNAUTHENTICATED or TOO_MANY_REQUESTS before a body is read. */
    admit(request: FastifyRequest, reply: FastifyReply, route: ApiRoute): Promise<void>
    /** Counts one request of a visitor's address; throws TOO_MANY_REQUESTS. */
    admitVisitor(request: FastifyRequest): Promise<void>
  }
  interface FastifyRequest {
    leaveAddress: Leave | null
  }
}

/** What operators' tools ask, which must hear something however busy we are. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Who may ask how often and how much at a time (RULINGS, Safety). A request counts to its address until the person is
 * known, and from then on to the person, up to the end of its response or until its client leaves.
 */
export const admission = fp(
  async (app: FastifyInstance, { config, verify, limits }: AdmissionOptions) => {
    const total = new InFlight(config.LIMIT_IN_FLIGHT_TOTAL, overloaded)
    const addresses = new InFlight(config.LIMIT_IN_FLIGHT)
    const people = new InFlight(config.LIMIT_IN_FLIGHT)
    const uploads = new InFlight(config.LIMIT_UPLOADS_IN_FLIGHT)

    app.decorateRequest('leaveAddress', null)
    app.addHook('onRequest', async (request, reply) => {
      if (PROBES.has(request.routeOptions.url ?? '')) return
      untilSent(reply.raw, total.enter('everybody'))
      request.leaveAddress = addresses.enter(addressKey(request.ip))
      untilSent(reply.raw, request.leaveAddress)
    })

    const admitVisitor = (request: FastifyRequest) => limits.visitor(addressKey(request.ip))
    app.decorate('admitVisitor', admitVisitor)
    app.decorate('admit', async (request: FastifyRequest, reply: FastifyReply, route: ApiRoute) => {
      if (route.access === 'visitor')
        return route.method === 'POST' ? limits.signUps(addressKey(request.ip)) : admitVisitor(request)
      const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
      if (!token) {
        await admitVisitor(request)
        throw new HttpError('UNAUTHENTICATED', 'Please sign in')
      }
      try {
        request.uid = await verify(token)
      } catch (error) {
        await admitVisitor(request)
        throw error
      }
      await limits.person(request.uid)
      untilSent(reply.raw, people.enter(request.uid))
      request.leaveAddress?.()
      if (route.body !== 'script-upload') return
      untilSent(reply.raw, uploads.enter(request.uid))
      await limits.uploads(request.uid)
    })
  },
  { name: 'admission', dependencies: ['internal-tokens'] },
)
