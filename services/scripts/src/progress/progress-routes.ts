import { NO_LINE } from '@andscene/contracts/limits'
import { ProgressBody, ScriptParams, type ProgressResponse } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { invalid } from '@andscene/service-kit/http-error'
import { accessibleScript } from '../access.ts'
import type { Context } from '../context.ts'
import type { Progress } from '../store/script-store.ts'

/** Last played line per person (product §7 progress). Clearing is kept too, as -1 with its time: the newer record wins (product §7). */
export function progressRoutes(app: App, { store, clock }: Context): void {
  const onRequest = app.requirePerson
  const url = '/api/scripts/:id/progress'

  app.get(
    url,
    { onRequest, schema: { params: ScriptParams } },
    async (request): Promise<ProgressResponse> => {
      const script = await accessibleScript(store, request.uid, request.params.id)
      return toResponse(await store.progress(request.uid, script.id))
    },
  )

  app.put(
    url,
    { onRequest, schema: { params: ScriptParams, body: ProgressBody } },
    async (request): Promise<ProgressResponse> => {
      const script = await accessibleScript(store, request.uid, request.params.id)
      const { lastPlayedLineIndex } = request.body
      if (lastPlayedLineIndex >= script.lineCount) throw invalid(`Invalid line index: ${lastPlayedLineIndex}`)
      const progress = { lastPlayedLineIndex, lastUpdated: clock.now() }
      await store.saveProgress(request.uid, script.id, progress)
      return toResponse(progress)
    },
  )
}

const toResponse = (progress: Progress | undefined): ProgressResponse =>
  progress
    ? {
        success: true,
        lastPlayedLineIndex: progress.lastPlayedLineIndex,
        lastUpdated: progress.lastUpdated.toISOString(),
      }
    : { success: true, lastPlayedLineIndex: NO_LINE }
