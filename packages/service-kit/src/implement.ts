import {
  isFile,
  isRendered,
  responseSchema,
  type Access,
  type ClipResponse,
  type RenderedResponse,
  type Route,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteResponse,
} from '@andscene/contracts/define-route'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { TSchema } from 'typebox'
import type { App } from './create-app.ts'
import { refuseOtherMethods } from './other-methods.ts'

/** A request whose parts are of the route's types; they have been judged by its schemas. */
export type RouteRequest<R> = FastifyRequest & {
  params: RouteParams<R>
  query: RouteQuery<R>
  body: RouteBody<R>
}

/**
 * A clip is sent by the handler itself; what is rendered already is a text of JSON; everything else is the value, to which
 * `success: true` is added. Undefined where the handler has sent another response itself, such as 304.
 */
type HandlerResult<R> = R extends { response: ClipResponse }
  ? FastifyReply
  : R extends { response: RenderedResponse }
    ? string | undefined
    : Omit<RouteResponse<R>, 'success'> | undefined

export type RouteHandler<R> = (
  request: RouteRequest<R>,
  reply: FastifyReply,
) => HandlerResult<R> | Promise<HandlerResult<R>>

/**
 * Serves a route of the contract (architecture §5): who may call, what a request may be, its body limit and the form of
 * the response come from the table; other methods of its path get 405. Needs internalTokens.
 */
export function implement<R extends Route>(app: App, route: R, handler: RouteHandler<R>): void {
  const { params, query, headers, body, limits } = route as Route
  const schema = isRendered(route.response) ? undefined : responseSchema(route)
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: limits.bodyBytes,
    onRequest: guardOf(app, route.access),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && !isFile(body) && { body: body as TSchema }),
      ...(schema && { response: { 200: schema } }),
    },
    handler: async (request, reply) => {
      const result = await handler(request as never, reply)
      if (typeof result === 'string') return reply.type('application/json').send(result)
      return schema && result ? { success: true, ...result } : result
    },
  })
  refuseOtherMethods(app, route)
}

function guardOf(app: App, access: Access): onRequestAsyncHookHandler {
  if (access === 'service') return app.requireService
  return access === 'user' ? app.requirePerson : app.requireGateway
}
