import { SettleBody, type LineSource, type NarrationSource } from '@andscene/contracts/internal'
import { Id, ScriptParams, type Line } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { Type } from 'typebox'
import type { Context } from '../context.ts'

/** What other services ask (contracts/internal). Never public; only a service's own token opens them. */
export function internalRoutes(app: App, { store, readLines }: Context): void {
  const preHandler = app.requireService
  const read = async (id: string) => {
    const [script, lines] = await Promise.all([store.find(id), readLines(id)])
    if (!script || !lines) throw notFound('Script')
    return { script, lines: lines.lines }
  }

  app.get(
    '/internal/scripts/:id/narration',
    { preHandler, schema: { params: ScriptParams } },
    async (request): Promise<{ success: true; data: NarrationSource }> => {
      const { script, lines } = await read(request.params.id)
      const { id: scriptId, ownerId, casting, castingVersion } = script
      return {
        success: true,
        data: { scriptId, ownerId, lines: lines.map(toSource), casting, castingVersion },
      }
    },
  )

  app.get(
    '/internal/scripts/:id/lines/:lineId',
    { preHandler, schema: { params: Type.Object({ ...ScriptParams.properties, lineId: Id }) } },
    async (request): Promise<{ success: true; data: LineSource }> => {
      const { script, lines } = await read(request.params.id)
      const lineIndex = lines.findIndex(({ _id }) => _id === request.params.lineId)
      const line = lines[lineIndex]
      if (!line) throw notFound('Line')
      const { ownerId, casting } = script
      return { success: true, data: { ownerId, lineIndex, line: toSource(line), casting } }
    },
  )

  // The acknowledgement of the outbox (RULINGS, Safety): only now is the command forgotten. One that is unknown, or
  // that a later one has replaced, is no failure: commands are delivered at least once.
  app.post(
    '/internal/scripts/:id/settle',
    { preHandler, schema: { params: ScriptParams, body: SettleBody } },
    async (request): Promise<{ success: true }> => {
      await store.settle({ scriptId: request.params.id, ...request.body })
      return { success: true }
    },
  )
}

const toSource = ({ _id, type, text, character }: Line): NarrationSource['lines'][number] => ({
  _id,
  type,
  text,
  ...(character === undefined ? {} : { character }),
})
