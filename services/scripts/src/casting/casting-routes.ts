import { CastingBody, ScriptParams, type CastingResponse } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { accessibleScript } from '../access.ts'
import type { Context } from '../context.ts'
import { readCasting } from './read-casting.ts'

/** Who speaks with which voice (product §7 assign-voices). A saved casting leads to one script-narration job. */
export function castingRoutes(app: App, { store, outbox }: Context): void {
  const onRequest = app.requirePerson
  const url = '/api/scripts/:id/assign-voices'

  app.get(url, { onRequest, schema: { params: ScriptParams } }, async (request): Promise<CastingResponse> => {
    const { casting } = await accessibleScript(store, request.uid, request.params.id)
    return { success: true, ...casting }
  })

  app.post(
    url,
    { onRequest, schema: { params: ScriptParams, body: CastingBody } },
    async (request): Promise<CastingResponse> => {
      const script = await accessibleScript(store, request.uid, request.params.id)
      const casting = readCasting(request.body, script.characters)
      if (!(await store.saveCasting(script.id, casting, request.id))) throw notFound('Script')
      outbox.wake()
      return { success: true, ...casting }
    },
  )
}
