import type { Voice, VoicesResponse } from '@andscene/contracts/voice'
import { api } from '@andscene/web-kit/api-client'
import { retryTransient } from '@andscene/web-kit/query-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { VOICES_RETRIES, VOICES_STALE_MS, VOICES_TIMEOUT_MS } from '../voice-ui-limits.ts'

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Voices by locale, then by name (product §2). */
export const sortVoices = (voices: readonly Voice[]): Voice[] =>
  [...voices].sort((a, b) => compare(a.locale, b.locale) || compare(a.name, b.name))

/** All voices, by locale and name. Stale after 10 min, 2 retries, time-out 15 s (product §9). */
export const voicesQuery = () =>
  queryOptions({
    queryKey: queryKeys.voices,
    queryFn: async ({ signal }) => {
      const { data } = await api.get<VoicesResponse>('/voices', { signal, timeoutMs: VOICES_TIMEOUT_MS })
      return sortVoices(data.voices)
    },
    staleTime: VOICES_STALE_MS,
    retry: retryTransient(VOICES_RETRIES),
  })

const namesOf = (voices: readonly Voice[]): ReadonlyMap<string, string> =>
  new Map(voices.map((voice) => [voice.voiceId, voice.name]))

/** Names by voiceId, `undefined` until they are known. An id that is not in it is a voice that no longer exists. */
export const useVoiceNames = (): ReadonlyMap<string, string> | undefined =>
  useQuery({ ...voicesQuery(), select: namesOf }).data
