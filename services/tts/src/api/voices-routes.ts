import { DefaultVoiceBody } from '@andscene/contracts/voice'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import type { ApiParts } from './parts.ts'

/** `GET /api/voices`, `GET|POST /api/voices/default` (product §7). */
export function voicesRoutes(app: App, { catalogue, index }: ApiParts): void {
  const onRequest = app.requirePerson

  app.get('/api/voices', { onRequest }, async () => ({
    success: true,
    data: { voices: await catalogue.all() },
  }))

  app.get('/api/voices/default', { onRequest }, async (request) => ({
    success: true,
    data: { voiceId: (await index.defaultVoice(request.uid)) ?? null },
  }))

  app.post('/api/voices/default', { onRequest, schema: { body: DefaultVoiceBody } }, async (request) => {
    const { voiceId } = request.body
    if (!(await catalogue.find(voiceId))) throw notFound('Voice')
    await index.setDefaultVoice(request.uid, voiceId)
    return { success: true, data: { voiceId } }
  })
}
