import { clearCache, clearLineCache } from '@andscene/contracts/routes/caching'
import { spokenText } from '@andscene/screenplay/spoken-text'
import type { App } from '@andscene/service-kit/create-app'
import { unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { clearScript, clearText } from '../clips/clear-clips.ts'
import { textHash } from '../clips/clip-path.ts'
import { ObjectsNotRemoved } from '../storage/audio-objects.ts'
import type { ApiParts } from './parts.ts'

export function cachingRoutes(app: App, parts: ApiParts): void {
  const { access } = parts

  implement(app, clearLineCache, async ({ body: { scriptId, lineId }, person, id: requestId }) => {
    const { source } = await access.line({ scriptId, lineId }, person, 'share', requestId)
    return { filesDeleted: await orAgain(clearText(parts, scriptId, textHash(spokenText(source.line)))) }
  })

  implement(app, clearCache, async ({ body: { scriptId }, person, id: requestId }) => {
    await access.require(scriptId, person, 'share', requestId)
    return { filesDeleted: await orAgain(clearScript(parts, scriptId, { erased: false })) }
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
