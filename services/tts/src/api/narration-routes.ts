import { ClipsQuery, type ClipIndex } from '@andscene/contracts/internal'
import { ScriptParams } from '@andscene/contracts/script'
import type { NarrationResponse } from '@andscene/contracts/voice'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { NarrationStatus } from './narration-status.ts'
import type { ApiParts } from './parts.ts'

/** How far a script's narration is, for its owner and for the scripts service. */
export function narrationRoutes(app: App, parts: ApiParts): void {
  const { index, scriptClips, allowance } = parts
  const status = new NarrationStatus(index, parts.backlog)

  app.get(
    '/api/scripts/:id/narration',
    { onRequest: app.requirePerson, schema: { params: ScriptParams } },
    async (request) => {
      const head = await scriptClips.head(request.params.id, request.id)
      if (head?.ownerId !== request.uid) throw notFound('Script')
      const script = await scriptClips.of(head, request.id)
      if (!script) throw notFound('Script')
      const counts = await status.of(script)
      const isPaused = counts.waiting > 0 && (await allowance.isUsedUp(head.ownerId))
      const data: NarrationResponse['data'] = isPaused
        ? { ...counts, pausedUntil: new Date(allowance.renewedAt).toISOString() }
        : counts
      return { success: true, data }
    },
  )

  app.get(
    '/internal/scripts/:id/clips',
    { onRequest: app.requireService, schema: { params: ScriptParams, querystring: ClipsQuery } },
    async (request) => {
      const { after, count } = request.query
      const clips = await index.ofScript(
        request.params.id,
        count === undefined ? undefined : { after, limit: count },
      )
      const data: ClipIndex = {
        clips: clips.map(({ scriptId: _own, ...row }) => row),
        ...(clips.length === count ? { next: clips.at(-1)!.path } : {}),
      }
      return { success: true, data }
    },
  )
}
