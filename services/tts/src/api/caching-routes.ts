import { ClearCacheBody, ClearLineCacheBody } from '@andscene/contracts/voice'
import { spokenText } from '@andscene/screenplay/spoken-text'
import type { App } from '@andscene/service-kit/create-app'
import { unavailable } from '@andscene/service-kit/http-error'
import { ObjectsNotRemoved } from '../storage/audio-objects.ts'
import { clearScript, clearText } from '../clips/clear-clips.ts'
import { textHash } from '../clips/clip-path.ts'
import type { ApiParts } from './parts.ts'

/** `POST /api/caching/clear-line-cache` and `/clear-cache` (product §7); `filesDeleted` at the top level (product §7). */
export function cachingRoutes(app: App, parts: ApiParts): void {
  const onRequest = app.requirePerson
  const { ownership } = parts

  app.post(
    '/api/caching/clear-line-cache',
    { onRequest, schema: { body: ClearLineCacheBody } },
    async (request) => {
      const { scriptId, lineId } = request.body
      const { line } = await ownership.line(scriptId, lineId, request.uid, request.id)
      const filesDeleted = await orAgain(clearText(parts, scriptId, textHash(spokenText(line))))
      return { success: true, filesDeleted }
    },
  )

  app.post('/api/caching/clear-cache', { onRequest, schema: { body: ClearCacheBody } }, async (request) => {
    const { scriptId } = request.body
    await ownership.require(scriptId, request.uid, request.id)
    return { success: true, filesDeleted: await orAgain(clearScript(parts, scriptId, { erased: false })) }
  })
}

/** What the store refused to delete is no mistake of ours, and goes when it is asked again. */
async function orAgain(clearing: Promise<number>): Promise<number> {
  try {
    return await clearing
  } catch (error) {
    if (!(error instanceof ObjectsNotRemoved)) throw error
    throw unavailable('Some of the audio could not be deleted. Please try again in a moment.', error)
  }
}
