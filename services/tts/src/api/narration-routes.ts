import type { ClipIndex } from '@andscene/contracts/internal'
import { ScriptParams } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { jobIdOf } from '../clips/clip-path.ts'
import { wantedClips } from '../clips/wanted-clips.ts'
import type { ApiParts } from './parts.ts'

/** How far a script's narration is, for its owner and for the scripts service. */
export function narrationRoutes(app: App, parts: ApiParts): void {
  const { ownership, catalogue, index, backlog } = parts

  app.get(
    '/api/scripts/:id/narration',
    { preHandler: app.requirePerson, schema: { params: ScriptParams } },
    async (request) => {
      const { id } = request.params
      const source = await ownership.narration(id, request.uid, request.id)
      const { clips, paths } = await wantedClips(source, catalogue)
      const stored = new Set((await index.ofScript(id)).map((clip) => clip.path))
      const missing = [...clips.keys()].filter((path) => !stored.has(path))
      const states = await backlog.states(missing.map((path) => jobIdOf(path, id)))
      const failedPaths = new Set(
        missing.filter((path) => states.get(jobIdOf(path, id))?.failedAt !== undefined),
      )
      const count = (has: (path: string) => boolean) =>
        paths.filter((path) => path !== undefined && has(path)).length
      const total = count(() => true)
      const ready = count((path) => stored.has(path))
      const failed = count((path) => failedPaths.has(path))
      return { success: true, data: { total, ready, waiting: total - ready - failed, failed } }
    },
  )

  app.get(
    '/internal/scripts/:id/clips',
    { preHandler: app.requireService, schema: { params: ScriptParams } },
    async (request) => {
      const clips = await index.ofScript(request.params.id)
      const data: ClipIndex = { clips: clips.map(({ scriptId: _own, ...row }) => row) }
      return { success: true, data }
    },
  )
}
