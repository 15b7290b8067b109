import type { RouteQuery } from '@andscene/contracts/define-route'
import { PAGE_CHARACTERS } from '@andscene/contracts/internal'
import {
  acknowledgeCommand,
  listScriptHeads,
  readLineSource,
  readNarrationSource,
} from '@andscene/contracts/routes/internal'
import type { Line } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'

/** Routes for other services (contracts/internal). Never public; only a service's own token opens them. */
export function internalRoutes(app: App, { stores: { scripts, commands }, readLines }: Context): void {
  const linesOf = async (id: string) => {
    const lines = await readLines(id, 'owner')
    if (!lines) throw notFound('Script')
    return lines.lines
  }

  implement(app, readNarrationSource, async ({ params: { id }, query, headers }, reply) => {
    const known = headers['if-none-match']
    if (known !== undefined) {
      const script = await scripts.find(id, ['castingVersion'])
      if (script && known === etagOf(script, query)) return reply.code(304).header('etag', known).send()
    }
    const script = await scripts.find(id, ['casting', 'castingVersion', 'lineCount'])
    if (!script) throw notFound('Script')
    reply.header('etag', etagOf(script, query))
    const { id: scriptId, ...head } = script
    const { from, count } = query
    if (count === 0) return { data: { scriptId, ...head, lines: [] } }
    const lines = await linesOf(id)
    const to = count === undefined ? lines.length : endOfPage(lines, from, count)
    const next = to < lines.length ? { next: to } : {}
    return { data: { scriptId, ...head, lines: lines.slice(from, to), ...next } }
  })

  implement(app, listScriptHeads, async ({ body }) => {
    const found = await scripts.heads(body.ids)
    return { data: { scripts: found.map(({ id: scriptId, ...head }) => ({ scriptId, ...head })) } }
  })

  implement(app, readLineSource, async ({ params: { id, lineId } }) => {
    const [script, lines] = await Promise.all([scripts.find(id, ['casting']), linesOf(id)])
    const lineIndex = lines.findIndex(({ _id }) => _id === lineId)
    const line = lines[lineIndex]
    if (!script) throw notFound('Script')
    if (!line) throw notFound('Line')
    return { data: { ownerId: script.ownerId, lineIndex, line, casting: script.casting } }
  })

  // The acknowledgement of the outbox (product §10): only now is the command forgotten. One that is unknown, or
  // that a later one has replaced, is no failure: commands are delivered at least once.
  implement(app, acknowledgeCommand, async ({ params, body }) => {
    await commands.acknowledge({ scriptId: params.id, kind: body.kind, mark: body.mark })
    return {}
  })
}

/**
 * Lines never change once a script is stored, so the response depends only on the casting and the requested window.
 */
const etagOf = (
  { castingVersion }: { castingVersion: number },
  { from, count }: RouteQuery<typeof readNarrationSource>,
): string => `"${castingVersion}.${from}.${count ?? 'all'}"`

/** Index behind the last line of a page; a page holds at least one line. */
function endOfPage(lines: readonly Line[], from: number, count: number): number {
  let end = from
  for (let characters = 0; end < lines.length && end < from + count; end += 1) {
    characters += lines[end]!.text.length
    if (characters > PAGE_CHARACTERS && end > from) break
  }
  return end
}
