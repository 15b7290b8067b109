import { deleteScript, listScripts, readScript, renameScript } from '@andscene/contracts/routes/scripts'
import type { ScriptListItem } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { accessibleScript } from '../access.ts'
import { jsonWithAudioCache } from '../cache/audio-cache.ts'
import type { Context } from '../context.ts'
import type { ListedScript } from '../store/script-store.ts'
import { fromCursor, toCursor } from './list-cursor.ts'
import { ITEM_FIELDS, itemResponse, scriptResponse, wantsMinimal, WHOLE_FIELDS } from './script-response.ts'

/** List, open, rename, delete (product §7). */
export function libraryRoutes(app: App, context: Context): void {
  const { stores, readLines, clipIndex, outbox, pages } = context
  const { scripts } = stores

  implement(app, listScripts, async ({ uid, query: { limit, cursor } }) => {
    const after = cursor === undefined ? undefined : fromCursor(cursor)
    const found = await scripts.list(uid, { limit, after })
    const last = found.at(-1)
    const nextCursor = last && found.length === limit ? { nextCursor: toCursor(last) } : {}
    return { data: { scripts: await inResponse(found, uid), ...nextCursor } }
  })

  /** A place whose page is not known is left out. */
  async function inResponse(found: readonly ListedScript[], uid: string): Promise<ScriptListItem[]> {
    const added = await pages.ofPlaces(uid, found)
    return found.map(({ lastPlayed, ...item }) => {
      const page = lastPlayed?.page ?? added.get(item._id)
      if (!lastPlayed || page === undefined) return item
      const { lastPlayedLineIndex: lineIndex, lastUpdated } = lastPlayed
      return { ...item, lastPlayed: { lineIndex, page, lastUpdated: lastUpdated.toISOString() } }
    })
  }

  implement(app, readScript, async ({ uid, params, id: requestId, log }) => {
    const script = await accessibleScript(scripts, uid, params.id, WHOLE_FIELDS)
    const [lines, clips] = await Promise.all([
      readLines(script.id),
      clipIndex.ofScript(script.id, { requestId, log }),
    ])
    if (!lines) throw notFound('Script')
    const json = clips?.size ? await jsonWithAudioCache(lines, script.casting, clips) : lines.json
    return scriptResponse(script, json)
  })

  implement(app, renameScript, async (request) => {
    const { uid, params, body } = request
    const title = body.title.trim()
    const minimal = wantsMinimal(request)
    const script = await accessibleScript(scripts, uid, params.id, minimal ? ITEM_FIELDS : WHOLE_FIELDS)
    if (title === '') throw invalid('A script needs a title')
    if (!(await scripts.rename(script.id, title))) throw notFound('Script')
    const renamed = { ...script, title }
    if (minimal) return itemResponse(renamed)
    const lines = await readLines(script.id)
    if (!lines) throw notFound('Script')
    return scriptResponse(renamed, lines.json)
  })

  implement(app, deleteScript, async ({ uid, params, id: requestId }) => {
    const { id } = await accessibleScript(scripts, uid, params.id, [])
    if (!(await scripts.remove(id, requestId))) throw notFound('Script')
    outbox.wake()
    return { message: 'Script deleted successfully!' }
  })
}
