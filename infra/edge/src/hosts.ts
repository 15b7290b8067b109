import { HttpError } from '@andscene/service-kit/http-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const DEFAULT_PORT: Record<string, string> = { 'http:': ':80', 'https:': ':443' }
/** Probes use an IP address; their responses contain nothing that another origin could use. */
const PROBES = new Set(['/healthz', '/readyz'])

/**
 * Serves requests for the host of a public origin or a loopback name, and responds to others with 421. This prevents
 * DNS rebinding and links built from a foreign Host. X-Forwarded-Host is trusted from trusted proxies only
 * (`trustProxy`).
 */
export function guardHosts(app: FastifyInstance, publicOrigins: string[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const host = request.host.toLowerCase()
    if (PROBES.has(request.url) || LOOPBACK.test(host) || publicOrigins.some((origin) => isAt(origin, host)))
      done()
    else done(new HttpError('MISDIRECTED', 'And Scene is not available at this address'))
  })
}

export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host.toLowerCase())

function isAt(origin: string, host: string): boolean {
  const url = new URL(origin)
  return host === url.host || host === url.host + DEFAULT_PORT[url.protocol]
}

/**
 * The origin as the browser sees it: a public one, or the loopback name and port of the request (which supports
 * forwarded ports).
 */
export function originOf(request: FastifyRequest, publicOrigins: string[]): string {
  const host = request.host.toLowerCase()
  const known = LOOPBACK.test(host) ? undefined : publicOrigins.find((origin) => isAt(origin, host))
  return known ?? `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}
