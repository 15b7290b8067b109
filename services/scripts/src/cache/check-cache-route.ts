import { CheckCacheBody, ScriptParams, type CheckCacheResponse } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { invalid, notFound } from '@andscene/service-kit/http-error'
import type { Static } from 'typebox'
import { accessibleScript } from '../access.ts'
import type { Context } from '../context.ts'
import { lacksClips, withAudioCache } from './audio-cache.ts'

/** Cache state of a window of lines; also how the pipeline learns where the listener is (product §7 check-cache). */
export function checkCacheRoute(app: App, context: Context): void {
  const { store, readLines, readClips, queues } = context
  app.post(
    '/api/scripts/:id/check-cache',
    { onRequest: app.requirePerson, schema: { params: ScriptParams, body: CheckCacheBody } },
    async (request): Promise<CheckCacheResponse> => {
      const script = await accessibleScript(store, request.uid, request.params.id)
      // The type provider does not know that a field with a default is there.
      const { startLineIndex, linesToCheck } = request.body as Static<typeof CheckCacheBody>
      if (startLineIndex >= script.lineCount) throw invalid(`Invalid line index: ${startLineIndex}`)
      const [lines, clips] = await Promise.all([
        readLines(script.id),
        readClips(script.id, { requestId: request.id, log: request.log }),
      ])
      if (!lines) throw notFound('Script')
      if (clips && (await lacksClips(lines, script.casting, clips, startLineIndex)))
        // The answer does not wait for it: a position that is lost is told again by the next question.
        queues.narration
          .add({
            scriptId: script.id,
            fromLineIndex: startLineIndex,
            reason: 'position',
            requestId: request.id,
          })
          .catch((error: unknown) => request.log.warn({ err: error }, 'position not told'))
      const end = startLineIndex + linesToCheck
      const updatedLines = await withAudioCache(
        lines,
        script.casting,
        clips ?? new Map(),
        startLineIndex,
        end,
      )
      return { success: true, data: { updatedLines } }
    },
  )
}
