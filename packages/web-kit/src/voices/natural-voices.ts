import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { useQuery } from '@tanstack/react-query'
import { whileComing } from './natural-voices-text.ts'
import { voicesQuery, type VoiceList } from './voices-query.ts'

const naturalOf = ({ naturalVoices }: VoiceList) => naturalVoices

/** Returns the state of the natural voices. With `everyMs`, it is polled while they load. */
export const useNaturalVoices = (everyMs?: number): NaturalVoices | undefined =>
  useQuery({
    ...voicesQuery(),
    select: naturalOf,
    refetchInterval: ({ state: { data } }) =>
      everyMs === undefined ? false : whileComing(data?.naturalVoices, everyMs),
  }).data
