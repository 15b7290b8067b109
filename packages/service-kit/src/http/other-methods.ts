import { API_ROUTES, INTERNAL_ROUTES } from '@andscene/contracts/api'
import type { Route } from '@andscene/contracts/define-route'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { METHODS } from 'node:http'
import { HttpError } from '../http-error.ts'

const ROUTES = [...API_ROUTES, ...INTERNAL_ROUTES]
const guarded = new WeakMap<object, Set<string>>()

type Refusing = {
  /** Runs first. */
  admit?: onRequestAsyncHookHandler
  /** Methods of other routes of the process, on any path. */
  except?: readonly string[]
}

/**
 * Responds to methods that the contract does not declare for the path of `route` with 405 and `Allow`, once per path
 * and before any body is read. HEAD follows GET; OPTIONS belongs to CORS.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  route: Pick<Route, 'method' | 'path'>,
  { admit, except = ['OPTIONS'] }: Refusing = {},
): void {
  const paths = guarded.get(app.server) ?? new Set()
  guarded.set(app.server, paths)
  if (paths.has(route.path)) return
  paths.add(route.path)

  const declared = new Set(
    [route, ...ROUTES].flatMap(({ path, method }) => (path === route.path ? method : [])),
  )
  const allowed = [...declared].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  app.route({
    method: everyMethod(app).filter((method) => !except.includes(method) && !allowed.includes(method)),
    url: route.path,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      await admit?.call(app, request, reply)
      reply.header('allow', allowed.join(', '))
      throw new HttpError('METHOD_NOT_ALLOWED', `This address supports only ${allowed.join(' or ')}`)
    },
    handler: () => undefined,
  })
}

/** Registers every method that Node parses with `app`; CONNECT never arrives as a request. */
function everyMethod(app: FastifyInstance): readonly string[] {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true })
  }
  return app.supportedMethods
}
