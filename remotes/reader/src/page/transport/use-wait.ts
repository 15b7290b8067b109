import { isNatural } from '@andscene/contracts/is-natural'
import { voiceForLine } from '@andscene/screenplay/voices'
import { COMING_POLL_MS, whileComing } from '@andscene/web-kit/natural-voices-text'
import { voicesQuery } from '@andscene/web-kit/voices-query'
import { useQuery } from '@tanstack/react-query'
import { usePlayerState } from '../../player/playbacks.ts'
import { useNarration } from '../narration/use-narration.ts'
import { useOpenScript } from '../open-script.ts'
import { waitText, type Wait } from './wait-text.ts'

/** The sentence about the present wait; null when there is none. Requests figures only while the wait is long. */
export function useWait(): Wait | null {
  const { lines, casting, isVoice, playback } = useOpenScript()
  const { wait, line } = usePlayerState(playback.player)
  const isLong = wait === 'long'
  const narration = useNarration({ enabled: isLong })
  const { data: known } = useQuery({
    ...voicesQuery(),
    enabled: isLong,
    refetchInterval: ({ state: { data } }) => whileComing(data?.naturalVoices, COMING_POLL_MS),
  })
  const present = lines[line]
  if (wait === null || !present) return null
  const voiceId = voiceForLine(present, casting, isVoice)
  const voice = known?.voices.find((one) => one.voiceId === voiceId)
  return waitText({
    wait,
    isStored: voiceId !== undefined && playback.clips.get(present._id)?.voiceId === voiceId,
    natural: voice && isNatural(voice) ? known?.naturalVoices : undefined,
    narration,
  })
}
