import {
  PAGE_CHARACTERS,
  type ScriptsBody,
  type ScriptSource,
  type SourceLine,
} from '@andscene/contracts/internal'
import { may } from '@andscene/contracts/sharing/roles'
import { readScripts } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { invalid } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'

/** Routes through which tts reads scripts (architecture §6). */
export function internalRoutes(
  app: App,
  { stores: { scripts }, access, readLines, readDirections }: Context,
): void {
  implement(app, readScripts, async ({ body }) => {
    if (body.ids.length > 1 && (body.lines || body.lineId !== undefined))
      throw invalid('Lines are read from one script at a time')
    const found: ScriptSource[] = []
    // One after another, so that a list does not use all connections to the store.
    for (const { id: scriptId, ...head } of await scripts.heads(body.ids)) {
      const script = await read({ scriptId, ...head }, body)
      if (script) found.push(script)
    }
    return { data: { scripts: found } }
  })

  /** Undefined when the script was deleted meanwhile, or the user may not listen to it. */
  async function read(
    source: ScriptSource,
    { person, casting, lines: page, lineId }: ScriptsBody,
  ): Promise<ScriptSource | undefined> {
    const { scriptId, ownerId } = source
    if (person) {
      const role = await access.roleOf(person, { id: scriptId, ownerId })
      if (!role || !may(role, 'listen')) return undefined
      source.role = role
    }
    if (casting && casting.known !== source.castingVersion) {
      const script = await scripts.find(scriptId, ['casting', 'castingVersion', 'pronunciations', 'language'])
      if (!script) return undefined
      source.casting = script.casting
      source.castingVersion = script.castingVersion
      if (script.pronunciations.length > 0) source.pronunciations = script.pronunciations
      if (script.language !== undefined) source.language = script.language
    }
    if (!page && lineId === undefined) return source
    const lines = (await readLines(scriptId, 'owner'))?.spoken
    if (!lines) return undefined
    const directed = await readDirections(scriptId, source.castingVersion)
    if (page) {
      const end = endOfPage(lines, page.from, page.count)
      source.lines = lines.slice(page.from, end).map((line) => directed.line(line))
      if (end < lines.length) source.next = end
    }
    const lineIndex = lines.findIndex(({ _id }) => _id === lineId)
    const line = lines[lineIndex]
    if (!line) return source
    const takes = directed.deliveriesOf(line._id)
    return { ...source, line: directed.line(line), ...(takes && { lineDeliveries: takes }), lineIndex }
  }
}

/** Returns the index after the last line of a page; a page has at least one line. */
function endOfPage(lines: readonly Pick<SourceLine, 'text'>[], from: number, count: number): number {
  let end = from
  for (let characters = 0; end < lines.length && end < from + count; end += 1) {
    characters += lines[end]!.text.length
    if (characters > PAGE_CHARACTERS && end > from) break
  }
  return end
}
