import { readPronunciations, savePronunciations } from '@andscene/contracts/routes/pronunciations'
import { findUnknownWords } from '@andscene/contracts/routes/voices'
import type { RouteResponse } from '@andscene/contracts/define-route'
import type { PronunciationChange } from '@andscene/contracts/voices/pronunciation'
import { call, presentIn } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CASTING_STALE_MS } from '../casting/voice-ui-limits.ts'

/** `version`: of the casting. */
export type Pronunciations = RouteResponse<typeof readPronunciations>['data']

/** Below the key of the casting, so that a new version of it refetches the list. */
const keyOf = (scriptId: string) => [...queryKeys.casting(scriptId), 'pronunciations'] as const

export const pronunciationsQuery = (scriptId: string) =>
  queryOptions({
    queryKey: keyOf(scriptId),
    queryFn: async ({ signal, client }) => {
      const { data } = await call(readPronunciations, { params: { id: scriptId }, signal })
      const known = client.getQueryData<Pronunciations>(keyOf(scriptId))
      // A save finished before this read.
      return known && known.version > data.version ? known : data
    },
    staleTime: CASTING_STALE_MS,
  })

/** The most words that one request looks up. */
const WORDS_AT_ONCE = 300

/** Which of these words no dictionary of the natural voices has. */
export const unknownWordsQuery = (scriptId: string, words: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.script(scriptId), 'unknown-words', words],
    queryFn: async ({ signal }) => {
      const asked = words.slice(0, WORDS_AT_ONCE)
      if (asked.length === 0) return []
      return (await call(findUnknownWords, { body: { words: asked }, signal })).data.unknown
    },
    staleTime: Infinity,
  })

/**
 * Saves changes. When another editor has changed one of the words, nothing is saved and the page shows the present list
 * (`presentIn`).
 */
export function useSavePronunciations(scriptId: string) {
  const client = useQueryClient()
  const keep = (list: Pronunciations) => client.setQueryData(keyOf(scriptId), list)
  return useMutation({
    mutationFn: async (changes: PronunciationChange[]) =>
      (await call(savePronunciations, { params: { id: scriptId }, body: { changes } })).data,
    onMutate: () => client.cancelQueries({ queryKey: keyOf(scriptId) }),
    onSuccess: (list) => {
      keep(list)
      // The clips depend on it.
      void client.invalidateQueries({ queryKey: queryKeys.narration(scriptId) })
    },
    onError: (error) => {
      const present = presentIn(savePronunciations, error)
      if (present) keep(present)
    },
  })
}
