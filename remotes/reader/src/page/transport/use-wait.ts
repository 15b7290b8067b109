import { isNatural } from '@andscene/contracts/voices/is-natural'
import { asCast, voiceForLine } from '@andscene/screenplay/voices'
import { COMING_POLL_MS, whileComing, loadingText } from '@andscene/web-kit/natural-voices-text'
import { voicesQuery } from '@andscene/web-kit/voices-query'
import { useQuery } from '@tanstack/react-query'
import { isSpokenBy } from '../../player/clips/clip-book.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { useNarration } from '../narration/narration-status.tsx'
import { useOpenScript } from '../open-script.ts'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { PlayerSnapshot } from '../../player/engine/state.ts'

/** Returns the message of the current wait, or null. Requests progress figures only for a long wait. */
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
    isStored: isSpokenBy(playback.clips.get(present._id), voiceId, asCast(present, casting).language),
    natural: voice && isNatural(voice) ? known?.naturalVoices : undefined,
    narration,
  })
}

export type WaitFacts = {
  wait: PlayerSnapshot['wait']
  /** The server has the line's clip: it only has to be downloaded. */
  isStored: boolean
  /** The state of the natural voices, if one of them speaks the line. */
  natural: NaturalVoices | undefined
  narration: { ready: number; total: number } | undefined
}

/** The message. Screen readers announce each `kind` once, although the figures in its text change. */
export type Wait = { kind: 'short' | 'voices' | 'download' | 'queue' | 'unknown'; text: string }

/** Explains why the line is silent, with the progress; null when there is no wait. */
export function waitText({ wait, isStored, natural, narration }: WaitFacts): Wait | null {
  if (wait === null) return null
  if (wait === 'short') return { kind: 'short', text: 'Preparing this line…' }
  if (isStored) return { kind: 'download', text: 'Downloading this line…' }
  if (natural?.state === 'coming') return { kind: 'voices', text: loadingText(natural) }
  if (natural?.state === 'missing' || natural?.state === 'resting')
    return { kind: 'voices', text: 'Natural voices are unavailable. Retrying…' }
  if (narration && narration.ready < narration.total) {
    const { ready, total } = narration
    const text = `Preparing this line… ${ready} of ${total} ${total === 1 ? 'line' : 'lines'} ready`
    return { kind: 'queue', text }
  }
  return { kind: 'unknown', text: 'Still preparing this line…' }
}
