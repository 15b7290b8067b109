import {
  RenameBody,
  ScriptListQuery,
  ScriptParams,
  type Done,
  type ScriptListResponse,
} from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { invalid, notFound } from '@andscene/service-kit/http-error'
import { accessibleScript } from '../access.ts'
import { jsonWithAudioCache } from '../cache/audio-cache.ts'
import type { Context } from '../context.ts'
import { fromCursor, toCursor } from './list-cursor.ts'
import { scriptResponse } from './script-response.ts'

/** List, open, rename, delete (product §7). */
export function libraryRoutes(app: App, { store, readLines, readClips, outbox }: Context): void {
  const onRequest = app.requirePerson

  app.get(
    '/api/scripts',
    { onRequest, schema: { querystring: ScriptListQuery } },
    async (request): Promise<ScriptListResponse> => {
      const { limit, cursor } = request.query
      const scripts = await store.list(request.uid, {
        limit,
        ...(cursor === undefined ? {} : { after: fromCursor(cursor) }),
      })
      const last = scripts.at(-1)
      const nextCursor = last && scripts.length === limit ? { nextCursor: toCursor(last) } : {}
      return { success: true, data: { scripts, ...nextCursor } }
    },
  )

  app.get('/api/scripts/:id', { onRequest, schema: { params: ScriptParams } }, async (request, reply) => {
    const script = await accessibleScript(store, request.uid, request.params.id)
    const [lines, clips] = await Promise.all([
      readLines(script.id),
      readClips(script.id, { requestId: request.id, log: request.log }),
    ])
    if (!lines) throw notFound('Script')
    const json = clips?.size ? await jsonWithAudioCache(lines, script.casting, clips) : lines.json
    return reply.type('application/json').send(scriptResponse(script, json))
  })

  app.patch(
    '/api/scripts/:id',
    { onRequest, schema: { params: ScriptParams, body: RenameBody } },
    async (request, reply) => {
      const script = await accessibleScript(store, request.uid, request.params.id)
      const title = request.body.title.trim()
      if (title === '') throw invalid('A script needs a title')
      const [renamed, lines] = [await store.rename(script.id, title), await readLines(script.id)]
      if (!renamed || !lines) throw notFound('Script')
      return reply.type('application/json').send(scriptResponse({ ...script, title }, lines.json))
    },
  )

  app.delete(
    '/api/scripts/:id',
    { onRequest, schema: { params: ScriptParams } },
    async (request): Promise<Done> => {
      const script = await accessibleScript(store, request.uid, request.params.id)
      if (!(await store.remove(script.id, request.id))) throw notFound('Script')
      outbox.wake()
      return { success: true, message: 'Script deleted successfully!' }
    },
  )
}
