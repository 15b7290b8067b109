import { PREVIEW_PATH } from '@andscene/contracts/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Remotes } from '../remotes.ts'
import { keepPreviews, visitorOf } from './visitor.ts'

/**
 * `GET /preview/<remote>/<key>` opens a version in this browser, until `DELETE /preview` leaves all previews. The
 * operator creates the key; there is no other way to select a version for a browser.
 */
export function previewRoutes(app: FastifyInstance, remotes: Remotes): void {
  app.get<{ Params: { name: string; key: string } }>(
    `${PREVIEW_PATH}/:name/:key`,
    async (request, reply): Promise<FastifyReply> => {
      void reply.header('cache-control', 'no-store')
      const { name, key } = request.params
      const page = await remotes.previewed(name, key)
      // An unknown path: the shell shows its page for it.
      if (page === undefined) return reply.redirect('/preview-is-over', 303)
      const previews = new Map([...visitorOf(request).previews, [name, key]])
      keepPreviews(reply, previews, isSecure(request))
      return reply.redirect(page, 303)
    },
  )

  app.delete(PREVIEW_PATH, (request, reply) => {
    keepPreviews(reply, new Map(), isSecure(request))
    return reply.code(204).send()
  })
}

const isSecure = (request: FastifyRequest) => request.protocol === 'https'
