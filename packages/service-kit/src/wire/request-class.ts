import { API_ROUTES } from '@andscene/contracts/api'
import { isEvents, isFile, type Route } from '@andscene/contracts/define-route'
import type { FastifyRequest } from 'fastify'

/** Its pool, its deadlines and its label in the metrics follow from the class of a request. */
export type RequestClass = 'stream' | 'upload' | 'call'

const classOfRoute = ({ response, body }: Route): RequestClass =>
  isEvents(response) ? 'stream' : isFile(body) ? 'upload' : 'call'
const CLASSES = new Map(API_ROUTES.map((route) => [`${route.method} ${route.path}`, classOfRoute(route)]))

/**
 * By the route of the contract that the router matched, never by the address as the client wrote it: edge and gateway must
 * agree. A HEAD is of the class of its GET.
 */
export function classOf({ method, routeOptions }: FastifyRequest): RequestClass {
  return CLASSES.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`) ?? 'call'
}
