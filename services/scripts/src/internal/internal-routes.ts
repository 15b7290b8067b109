import {
  PAGE_CHARACTERS,
  type ScriptsBody,
  type ScriptSource,
  type SourceLine,
} from '@andscene/contracts/internal'
import { may } from '@andscene/contracts/sharing/roles'
import { readScripts } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { inDraft } from '../drafts/in-draft.ts'
import type { PresentDraft } from '../store/drafts/draft-store.ts'

/** Routes through which tts reads scripts (architecture §6). */
export function internalRoutes(app: App, context: Context): void {
  const { stores, access, visible, readLines, readDirections } = context
  const { scripts } = stores
  implement(app, readScripts, async ({ body }) => {
    if (body.ids.length > 1 && (body.lines || body.lineId !== undefined))
      throw invalid('Lines are read from one script at a time')
    const found: ScriptSource[] = []
    // One after another, so that a list does not use all connections to the store.
    for (const { id: scriptId, draft, ...head } of await scripts.heads(body.ids)) {
      const script = await read({ scriptId, ...head }, draft, body)
      if (script) found.push(script)
    }
    return { data: { scripts: found } }
  })

  /** Undefined when the script was deleted meanwhile, or the user may not listen to it, or not to the draft. */
  async function read(
    source: ScriptSource,
    found: PresentDraft,
    { person, casting, lines: page, lineId, draft: asked }: ScriptsBody,
  ): Promise<ScriptSource | undefined> {
    const { scriptId, ownerId } = source
    let draft = found
    let number = asked ?? draft.number
    if (person) {
      const role = await access.roleOf(person, { id: scriptId, ownerId })
      if (!role || !may(role, 'listen')) return undefined
      source.role = role
      const opened = await visible.numberOf(person, { id: scriptId, role, draft }, asked).catch(ofMissing)
      if (opened === undefined) return undefined
      number = opened
    }
    if (casting && (casting.known !== source.castingVersion || number !== draft.number)) {
      const present = await scripts.find(scriptId, CASTING)
      // The casting and its version are of the draft that is present now: another one may have become that meanwhile.
      if (present && asked === undefined) {
        draft = present.draft
        number = draft.number
      }
      const script = present && (await inDraft(stores, present, number).catch(ofMissing))
      if (!script) return undefined
      source.casting = script.casting
      source.castingVersion = script.castingVersion
      if (script.pronunciations.length > 0) source.pronunciations = script.pronunciations
      if (script.language !== undefined) source.language = script.language
    }
    if (page) {
      const lines = (await readLines(scriptId, 'owner', draft.number))?.spoken
      if (!lines) return undefined
      const directed = await readDirections(scriptId, source.castingVersion)
      const end = endOfPage(lines, page.from, page.count)
      source.lines = lines.slice(page.from, end).map((line) => directed.line(line))
      if (end < lines.length) source.next = end
    }
    return lineId === undefined ? source : withLine(source, lineId, { present: draft.number, number })
  }

  async function withLine(
    source: ScriptSource,
    lineId: string,
    { present, number }: { present: number; number: number },
  ): Promise<ScriptSource | undefined> {
    const { scriptId, castingVersion } = source
    const [lines, presentLines, directed] = await Promise.all([
      readLines(scriptId, 'owner', number),
      readLines(scriptId, 'owner', present),
      readDirections(scriptId, castingVersion),
    ])
    if (!lines || !presentLines) return undefined
    const line = lines.spoken.find(({ _id }) => _id === lineId)
    if (!line) return source
    const takes = directed.deliveriesOf(line)
    const lineIndex = presentLines.lines.findIndex(({ _id }) => _id === lineId)
    return {
      ...source,
      line: directed.line(line),
      ...(takes && { lineDeliveries: takes }),
      ...(lineIndex >= 0 && { lineIndex }),
    }
  }
}

const CASTING = ['casting', 'castingVersion', 'pronunciations', 'language', 'draft'] as const

/** A draft that the user may not open is like a missing one. */
function ofMissing(error: unknown): undefined {
  if (!(error instanceof HttpError && error.code === 'NOT_FOUND')) throw error
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
