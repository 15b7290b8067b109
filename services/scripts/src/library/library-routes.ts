import { deleteScript, listScripts, readScript, renameScript } from '@andscene/contracts/routes/scripts'
import { plainTitle } from '@andscene/contracts/text/isolated'
import type { App } from '@andscene/service-kit/create-app'
import { invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { jsonWithAudioCache } from '../cache/audio-cache.ts'
import type { Context } from '../context.ts'
import { openedScript } from './opened-script.ts'
import {
  fromCursor,
  toCursor,
  itemsIn,
  ITEM_FIELDS,
  itemResponse,
  scriptResponse,
  wantsMinimal,
  WHOLE_FIELDS,
} from './script-response.ts'

/** List, open, rename, delete (product §7). */
export function libraryRoutes(app: App, context: Context): void {
  const { stores, access, readLines, outbox, feeds } = context
  const { scripts } = stores

  implement(app, listScripts, async ({ uid, query: { limit, cursor } }) => {
    const after = cursor === undefined ? undefined : fromCursor(cursor)
    const found = await scripts.list(uid, { limit, after })
    const last = found.at(-1)
    const nextCursor = last && found.length === limit ? { nextCursor: toCursor(last) } : {}
    return { data: { scripts: await itemsIn(context, uid, found), ...nextCursor } }
  })

  implement(app, readScript, async (request) => {
    const script = await access.script(readScript, request, WHOLE_FIELDS)
    return openedScript(context, request, script)
  })

  implement(app, renameScript, async (request) => {
    const { body } = request
    const title = plainTitle(body.title)
    const minimal = wantsMinimal(request)
    const script = await access.script(renameScript, request, minimal ? ITEM_FIELDS : WHOLE_FIELDS)
    if (title === '') throw invalid('Enter a title')
    if (!(await scripts.rename(script.id, title))) throw notFound('Script')
    feeds.wake(script.id)
    const renamed = { ...script, title }
    if (minimal) return itemResponse(renamed)
    const lines = await readLines(script.id, script.role, script.draft.number)
    if (!lines) throw notFound('Script')
    return scriptResponse(renamed, await jsonWithAudioCache(lines, script))
  })

  implement(app, deleteScript, async (request) => {
    const { id } = await access.script(deleteScript, request, [])
    if (!(await scripts.remove(id, request.id))) throw notFound('Script')
    outbox.wake()
    feeds.wake(id)
    return { message: 'Script deleted successfully!' }
  })
}
