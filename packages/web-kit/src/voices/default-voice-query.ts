import { readDefaultVoice } from '@andscene/contracts/routes/voices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { queryKeys } from '../api/query-keys.ts'

/** The user's default voice for the narration (product §4); null until one is chosen. */
export const defaultVoiceQuery = () =>
  queryOptions({
    queryKey: queryKeys.defaultVoice,
    queryFn: async ({ signal }) => (await call(readDefaultVoice, { signal })).data.voiceId,
  })
