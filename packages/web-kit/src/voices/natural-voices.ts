import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import { useQuery } from '@tanstack/react-query'
import { whileComing } from './natural-voices-text.ts'
import { voicesQuery, type VoiceList } from './voices-query.ts'

const naturalOf = ({ naturalVoices }: VoiceList) => naturalVoices

/** What there is to say of the natural voices, asked for anew every so often while they are coming; never, without a time. */
export const useNaturalVoices = (everyMs?: number): NaturalVoices | undefined =>
  useQuery({
    ...voicesQuery(),
    select: naturalOf,
    refetchInterval: ({ state: { data } }) =>
      everyMs === undefined ? false : whileComing(data?.naturalVoices, everyMs),
  }).data
