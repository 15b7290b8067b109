import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { listVoices } from '@andscene/contracts/routes/voices'
import type { Voice } from '@andscene/contracts/voices/voice'
import { isNatural } from '@andscene/contracts/voices/is-natural'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { retryTransient } from '../api/retries.ts'
import { queryKeys } from '../api/query-keys.ts'
import { showStateOfVoices } from './share-natural-voices.ts'

/** product §9, the voices query. */
const VOICES_STALE_MS = 10 * 60_000
/** Used while the natural voices may become ready at any moment. */
const LOADING_STALE_MS = 30_000
const VOICES_RETRIES = 2

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Natural voices first, each kind by locale, then name (product §2). */
export const sortVoices = (voices: readonly Voice[]): Voice[] =>
  [...voices].sort(
    (a, b) =>
      Number(isNatural(b)) - Number(isNatural(a)) || compare(a.locale, b.locale) || compare(a.name, b.name),
  )

/** All voices, and the state of the natural ones. */
export type VoiceList = { voices: Voice[]; naturalVoices?: NaturalVoices | undefined }

export const voicesOf = ({ voices }: VoiceList): Voice[] => voices

/** Why a voice cannot be chosen, as one word; undefined for an active one. */
export const absenceText = (voice: Voice, natural: NaturalVoices | undefined): string | undefined =>
  voice.isActive ? undefined : isNatural(voice) && natural?.state === 'coming' ? 'loading' : 'unavailable'

/** The reasons of all unavailable voices, by id; for `select`. */
export const absencesOf = ({ voices, naturalVoices }: VoiceList): Readonly<Record<string, string>> =>
  Object.fromEntries(
    voices.flatMap((voice) => {
      const absence = absenceText(voice, naturalVoices)
      return absence === undefined ? [] : [[voice.voiceId, absence]]
    }),
  )

/** Whether natural voices are missing, or ready but none is active yet. */
const mayChange = ({ voices, naturalVoices }: VoiceList): boolean => {
  if (naturalVoices === undefined || naturalVoices.state === 'off') return false
  return naturalVoices.state !== 'ready' || !voices.some((voice) => voice.isActive && isNatural(voice))
}

/**
 * All voices in order. Stale after 10 min, or 30 s while natural ones are missing; 2 retries, timeout 15 s (product
 * §9).
 */
export const voicesQuery = () =>
  queryOptions({
    queryKey: queryKeys.voices,
    queryFn: async ({ signal, client }): Promise<VoiceList> => {
      const { data } = await call(listVoices, { signal })
      showStateOfVoices(client, data.naturalVoices)
      return { voices: sortVoices(data.voices), naturalVoices: data.naturalVoices }
    },
    staleTime: ({ state: { data } }) => (data && mayChange(data) ? LOADING_STALE_MS : VOICES_STALE_MS),
    retry: retryTransient(VOICES_RETRIES),
  })
