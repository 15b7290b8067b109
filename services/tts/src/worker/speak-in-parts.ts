import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { speechKey } from '@andscene/screenplay/line-speech'
import type { Clip } from '../speech/provider.ts'
import type { SpeakRequest } from './speaker.ts'

/** Memory for parts of clips that are not complete yet, because a provider was busy or not ready. */
const KEPT_BYTES = 8 * 1024 ** 2

/** What one voice says, or with `together` several. */
export type PartRequest = Omit<SpeakRequest, 'onHead' | 'hearing'> & {
  together?: readonly string[] | undefined
}

/**
 * Speaks the parts of a clip one after another, and joins them. A postponed clip continues with the parts that it
 * lacks. Rejects like `speak`.
 */
export function createPartSpeaker(speak: (part: PartRequest) => Promise<Clip>) {
  const kept = new LRUCache<string, Clip>({ maxSize: KEPT_BYTES })
  return async (
    requests: readonly PartRequest[],
    join: (parts: readonly Clip[]) => Promise<Clip>,
  ): Promise<Clip> => {
    const parts: Clip[] = []
    let tookMs = 0
    for (const request of requests) {
      const key = keyOf(request)
      const part = kept.get(key) ?? (await speak(request))
      kept.set(key, part, { size: part.mp3.byteLength })
      parts.push(part)
      tookMs += part.tookMs ?? 0
    }
    const clip = await join(parts)
    for (const request of requests) kept.delete(keyOf(request))
    return { ...clip, tookMs }
  }
}

const keyOf = ({ voiceId, text, together = [], delivery, sounds }: PartRequest): string =>
  hash('sha256', JSON.stringify([voiceId, text, together, speechKey({ delivery, sounds })]))
