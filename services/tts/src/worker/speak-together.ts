import type { Clip } from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'
import { createPartSpeaker, type PartRequest } from './speak-in-parts.ts'
import type { Speaker } from './speaker.ts'

type Request = PartRequest & { together: readonly string[] }

/** Speaks a text in several voices, one after another, and mixes them (product §5). Rejects like the speaker. */
export function createChorus({ speaker, providers }: { speaker: Speaker; providers: SpeechProviders }) {
  const inParts = createPartSpeaker((part) => speaker.speak(part))
  return ({ together, ...request }: Request): Promise<Clip> =>
    inParts(
      [request.voiceId, ...together].map((voiceId) => ({ ...request, voiceId })),
      (parts) => providers.mix(parts, request),
    )
}
