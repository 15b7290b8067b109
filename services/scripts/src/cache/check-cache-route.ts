import { checkCache } from '@andscene/contracts/routes/scripts'
import type { App } from '@andscene/service-kit/create-app'
import { invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { accessibleScript } from '../access.ts'
import type { Context } from '../context.ts'
import { lacksClips, withAudioCache } from './audio-cache.ts'

/** Cache state of a window of lines; also how the pipeline learns where the listener is (product §7 check-cache). */
export function checkCacheRoute(app: App, context: Context): void {
  const { stores, readLines, readClips, queues } = context
  implement(app, checkCache, async ({ uid, params, body, id: requestId, log }) => {
    const { id, casting, lineCount } = await accessibleScript(stores.scripts, uid, params.id, [
      'casting',
      'lineCount',
    ])
    const { startLineIndex, linesToCheck } = body
    if (startLineIndex >= lineCount) throw invalid(`Invalid line index: ${startLineIndex}`)
    const [lines, clips] = await Promise.all([readLines(id), readClips(id, { requestId, log })])
    if (!lines) throw notFound('Script')
    if (clips && (await lacksClips(lines, casting, clips, startLineIndex)))
      // The response does not wait for it: a position that is lost is told again by the next request.
      queues.narration
        .add({ scriptId: id, fromLineIndex: startLineIndex, reason: 'position', requestId })
        .catch((error: unknown) => log.warn({ err: error }, 'position not told'))
    const end = startLineIndex + linesToCheck
    const updatedLines = await withAudioCache(lines, casting, clips ?? new Map(), startLineIndex, end)
    return { data: { updatedLines } }
  })
}
