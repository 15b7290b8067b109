import { listVoices, readDefaultVoice, saveDefaultVoice } from '@andscene/contracts/routes/voices'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { ApiParts } from './parts.ts'

export function voicesRoutes(app: App, { catalogue, index, naturalVoices, preparation }: ApiParts): void {
  implement(app, listVoices, async ({ person }) => {
    const [voices, natural] = await Promise.all([
      catalogue.all(),
      // Voices are listed also without Redis.
      naturalVoices.read().catch(() => undefined),
    ])
    // A client that lists voices will soon play one, except guests, who cannot choose voices.
    if (natural?.state === 'ready' && !person.guest) preparation.announce()
    return { data: { voices, ...(natural ? { naturalVoices: natural } : {}) } }
  })

  implement(app, readDefaultVoice, async ({ uid }) => ({
    data: { voiceId: (await index.defaultVoice(uid)) ?? null },
  }))

  implement(app, saveDefaultVoice, async ({ uid, body: { voiceId } }) => {
    if (voiceId !== null && !(await catalogue.find(voiceId))) throw notFound('Voice')
    await index.setDefaultVoice(uid, voiceId)
    return { data: { voiceId } }
  })
}
