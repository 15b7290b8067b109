import { voicesQuery, type VoiceList } from '@andscene/web-kit/voices-query'
import { useQuery } from '@tanstack/react-query'

const namesOf = ({ voices }: VoiceList): ReadonlyMap<string, string> =>
  new Map(voices.map((voice) => [voice.voiceId, voice.name]))

/** Names by voiceId, `undefined` until they are known. An id that is not in it is a voice that no longer exists. */
export const useVoiceNames = (enabled: boolean): ReadonlyMap<string, string> | undefined =>
  useQuery({ ...voicesQuery(), select: namesOf, enabled }).data
