import {
  NarrationQuery,
  PAGE_CHARACTERS,
  AcknowledgeBody,
  type LineSource,
  type NarrationSource,
} from '@andscene/contracts/internal'
import { LineId, ScriptParams, type Line } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { Type, type Static } from 'typebox'
import type { Context } from '../context.ts'

/** What other services ask (contracts/internal). Never public; only a service's own token opens them. */
export function internalRoutes(app: App, { store, readLines }: Context): void {
  const onRequest = app.requireService
  const read = async (id: string) => {
    const [script, lines] = await Promise.all([store.find(id), readLines(id)])
    if (!script || !lines) throw notFound('Script')
    return { script, lines: lines.lines }
  }

  app.get(
    '/internal/scripts/:id/narration',
    { onRequest, schema: { params: ScriptParams, querystring: NarrationQuery } },
    async (request): Promise<{ success: true; data: NarrationSource }> => {
      // The type provider does not know that a field with a default is there.
      const { from, count } = request.query as Static<typeof NarrationQuery>
      const script = await store.find(request.params.id)
      if (!script) throw notFound('Script')
      const { id: scriptId, ownerId, casting, castingVersion, lineCount } = script
      const head = { scriptId, ownerId, casting, castingVersion, lineCount }
      if (count === 0) return { success: true, data: { ...head, lines: [] } }
      const lines = (await readLines(scriptId))?.lines
      if (!lines) throw notFound('Script')
      const to = count === undefined ? lines.length : endOfPage(lines, from, count)
      const next = to < lines.length ? { next: to } : {}
      return { success: true, data: { ...head, lines: lines.slice(from, to).map(toSource), ...next } }
    },
  )

  app.get(
    '/internal/scripts/:id/lines/:lineId',
    { onRequest, schema: { params: Type.Object({ ...ScriptParams.properties, lineId: LineId }) } },
    async (request): Promise<{ success: true; data: LineSource }> => {
      const { script, lines } = await read(request.params.id)
      const lineIndex = lines.findIndex(({ _id }) => _id === request.params.lineId)
      const line = lines[lineIndex]
      if (!line) throw notFound('Line')
      const { ownerId, casting } = script
      return { success: true, data: { ownerId, lineIndex, line: toSource(line), casting } }
    },
  )

  // The acknowledgement of the outbox (product §10): only now is the command forgotten. One that is unknown, or
  // that a later one has replaced, is no failure: commands are delivered at least once.
  app.post(
    '/internal/scripts/:id/acknowledge',
    { onRequest, schema: { params: ScriptParams, body: AcknowledgeBody } },
    async (request): Promise<{ success: true }> => {
      await store.acknowledge({ scriptId: request.params.id, ...request.body })
      return { success: true }
    },
  )
}

/** Index behind the last line of a page; a page holds at least one line. */
function endOfPage(lines: readonly Line[], from: number, count: number): number {
  let end = from
  for (let characters = 0; end < lines.length && end < from + count; end += 1) {
    characters += lines[end]!.text.length
    if (characters > PAGE_CHARACTERS && end > from) break
  }
  return end
}

const toSource = ({ _id, type, text, character }: Line): NarrationSource['lines'][number] => ({
  _id,
  type,
  text,
  ...(character === undefined ? {} : { character }),
})
