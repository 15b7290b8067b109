import { API_ROUTES } from '@andscene/contracts/api'
import { isEvents, isFile, type Route } from '@andscene/contracts/define-route'
import type { FastifyRequest } from 'fastify'

/** The class of a request determines its pool, its deadlines and its label in the metrics. */
export type RequestClass = 'stream' | 'upload' | 'call'

const classOfRoute = ({ response, body }: Route): RequestClass =>
  isEvents(response) ? 'stream' : isFile(body) ? 'upload' : 'call'
const CLASSES = new Map(API_ROUTES.map((route) => [`${route.method} ${route.path}`, classOfRoute(route)]))

/**
 * Determined by the matched route of the contract, never by the address in the request: edge and gateway must agree. A
 * HEAD has the class of its GET.
 */
export function classOf({ method, routeOptions }: FastifyRequest): RequestClass {
  return CLASSES.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`) ?? 'call'
}
