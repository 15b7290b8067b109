import type { ClipIndex } from '@andscene/contracts/internal'
import { ScriptParams } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { NarrationStatus } from './narration-status.ts'
import type { ApiParts } from './parts.ts'

/** How far a script's narration is, for its owner and for the scripts service. */
export function narrationRoutes(app: App, parts: ApiParts): void {
  const { index, scriptClips } = parts
  const status = new NarrationStatus(index, parts.backlog)

  app.get(
    '/api/scripts/:id/narration',
    { onRequest: app.requirePerson, schema: { params: ScriptParams } },
    async (request) => {
      const head = await scriptClips.head(request.params.id, request.id)
      if (head?.ownerId !== request.uid) throw notFound('Script')
      const script = await scriptClips.of(head, request.id)
      if (!script) throw notFound('Script')
      return { success: true, data: await status.of(script) }
    },
  )

  app.get(
    '/internal/scripts/:id/clips',
    { onRequest: app.requireService, schema: { params: ScriptParams } },
    async (request) => {
      const clips = await index.ofScript(request.params.id)
      const data: ClipIndex = { clips: clips.map(({ scriptId: _own, ...row }) => row) }
      return { success: true, data }
    },
  )
}
