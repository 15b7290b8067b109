import { listVoices } from '@andscene/contracts/routes/voices'
import type { Voice } from '@andscene/contracts/voice'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { retryTransient } from './retries.ts'
import { queryKeys } from './query-keys.ts'

/** product §9, the voices query. */
const VOICES_STALE_MS = 10 * 60_000
const VOICES_RETRIES = 2

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Voices by locale, then by name (product §2). */
export const sortVoices = (voices: readonly Voice[]): Voice[] =>
  [...voices].sort((a, b) => compare(a.locale, b.locale) || compare(a.name, b.name))

/** All voices, by locale and name. Stale after 10 min, 2 retries, time-out 15 s (product §9). */
export const voicesQuery = () =>
  queryOptions({
    queryKey: queryKeys.voices,
    queryFn: async ({ signal }) => {
      const { data } = await call(listVoices, { signal })
      return sortVoices(data.voices)
    },
    staleTime: VOICES_STALE_MS,
    retry: retryTransient(VOICES_RETRIES),
  })
