import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { speechKey } from '@andscene/screenplay/line-speech'
import type { Clip } from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'
import type { Speaker, SpeakRequest } from './speaker.ts'

/** Memory for parts of clips that are not complete yet, because a provider was busy or not ready. */
const KEPT_BYTES = 8 * 1024 ** 2

type Request = Omit<SpeakRequest, 'onHead' | 'hearing'> & { together: readonly string[] }

/**
 * Speaks a text in several voices, one after another, and mixes them (product §5). A postponed text continues with the
 * voices that it lacks. Rejects like the speaker.
 */
export function createChorus({ speaker, providers }: { speaker: Speaker; providers: SpeechProviders }) {
  const kept = new LRUCache<string, Clip>({ maxSize: KEPT_BYTES })
  return async ({ together, ...request }: Request): Promise<Clip> => {
    const parts: Clip[] = []
    const keys: string[] = []
    let tookMs = 0
    for (const voiceId of [request.voiceId, ...together]) {
      const key = keyOf(request, voiceId)
      const part = kept.get(key) ?? (await speaker.speak({ ...request, voiceId }))
      kept.set(key, part, { size: part.mp3.byteLength })
      parts.push(part)
      keys.push(key)
      tookMs += part.tookMs ?? 0
    }
    const clip = await providers.mix(parts, request)
    for (const key of keys) kept.delete(key)
    return { ...clip, tookMs }
  }
}

const keyOf = ({ text, delivery, sounds }: Omit<Request, 'together'>, voiceId: string): string =>
  hash('sha256', JSON.stringify([voiceId, text, speechKey({ delivery, sounds })]))
