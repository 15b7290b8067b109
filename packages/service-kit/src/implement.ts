import {
  isFile,
  isRendered,
  responseSchema,
  type ClipResponse,
  type DownloadResponse,
  type EventsResponse,
  type FileBody,
  type RenderedResponse,
  type Route,
  type RouteBody,
  type RouteHeaders,
  type RouteParams,
  type RouteQuery,
  type RouteResponse,
} from '@andscene/contracts/define-route'
import { ERROR_STATUS, FailureWith } from '@andscene/contracts/schema/envelope'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { TSchema } from '@andscene/contracts/schema/schema'
import type { App } from './create-app.ts'
import { refuseOtherMethods } from './http/other-methods.ts'

/** A request with the types of the route; its schemas have validated it. A file is a stream. */
export type RouteRequest<R> = FastifyRequest & {
  params: RouteParams<R>
  query: RouteQuery<R>
  headers: RouteHeaders<R>
  body: R extends { body: FileBody } ? undefined : RouteBody<R>
}

/**
 * The value, to which `success: true` is added; a string is rendered JSON. The reply if the handler has sent the
 * response itself: a clip, or another status such as 304.
 */
type HandlerResult<R> =
  | FastifyReply
  | (R extends { response: ClipResponse | DownloadResponse | EventsResponse }
      ? never
      : R extends { response: RenderedResponse }
        ? string
        : Omit<RouteResponse<R>, 'success'>)

export type RouteHandler<R> = (
  request: RouteRequest<R>,
  reply: FastifyReply,
) => HandlerResult<R> | Promise<HandlerResult<R>>

/**
 * Serves a route of the contract (architecture §5): callers, schemas, body limit and the form of the response come
 * from the table; other methods of its path get 405. Throws on an app without internalTokens.
 */
export function implement<R extends Route>(app: App, route: R, handler: RouteHandler<R>): void {
  const { params, query, headers, body, limits, present } = route as Route
  const schema = isRendered(route.response) ? undefined : responseSchema(route)
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: limits.bodyBytes,
    onRequest: guardOf(app, route),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && !isFile(body) && { body: body as TSchema }),
      response: {
        ...(schema && { '2xx': schema }),
        ...(present && { [ERROR_STATUS.CONFLICT]: FailureWith(present) }),
      },
    },
    handler: async (request, reply) => {
      // A reply is awaited until it is sent; nothing remains to be returned.
      const result: unknown = await handler(request as never, reply)
      if (result === undefined) return
      if (isRendered(route.response)) return reply.type('application/json').send(result)
      return { success: true, ...(result as object) }
    },
  })
  refuseOtherMethods(app, route)
}

function guardOf(app: App, { access, callers = [] }: Route): onRequestAsyncHookHandler {
  // Fastify ignores an undefined hook: the route would be public.
  if (!app.hasPlugin('internal-tokens')) throw new Error('internalTokens is not registered')
  if (access === 'service') return app.requireService(callers)
  if (access === 'guest') return app.requirePersonOrGuest
  return access === 'user' ? app.requirePerson : app.requireGateway
}
