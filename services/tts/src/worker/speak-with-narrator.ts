import type { LineAudioJob } from '@andscene/contracts/queues'
import type { Clip } from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'
import { voiceParts } from '../speech/voice-parts.ts'
import { createPartSpeaker, type PartRequest } from './speak-in-parts.ts'
import type { createChorus } from './speak-together.ts'
import type { Speaker } from './speaker.ts'

type Request = PartRequest & {
  byNarrator: LineAudioJob['byNarrator'] | undefined
  pauses: LineAudioJob['pauses'] | undefined
}
type Deps = { speaker: Speaker; chorus: ReturnType<typeof createChorus>; providers: SpeechProviders }

/** Speaks a text that directions divide, which the narrator reads or which are pauses (product §3). Rejects like the speaker. */
export function createNarrated({ speaker, chorus, providers }: Deps) {
  const inParts = createPartSpeaker(({ together, ...part }) =>
    together?.length ? chorus({ ...part, together }) : speaker.speak(part),
  )
  return ({ byNarrator, pauses, together, ...request }: Request): Promise<Clip> => {
    const parts = voiceParts({ ...request, byNarrator: byNarrator?.at, pauses })
    return inParts(
      parts.map(({ isNarrator, text, delivery, sounds }) => ({
        ...request,
        text,
        delivery,
        sounds,
        ...(isNarrator && byNarrator ? { voiceId: byNarrator.voiceId } : { together }),
      })),
      (clips) =>
        providers.join(
          clips.map((clip, n) => ({ ...clip, at: parts[n]!.at })),
          request,
        ),
    )
  }
}
