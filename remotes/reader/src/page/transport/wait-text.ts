import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import type { PlayerSnapshot } from '../../player/engine/state.ts'

export type WaitFacts = {
  wait: PlayerSnapshot['wait']
  /** The server holds the line's clip, so that it only has to come. */
  isStored: boolean
  /** Where the natural voices are, when one of them speaks the line. */
  natural: NaturalVoices | undefined
  /** Lines of the script that can be heard at once; undefined until that is known. */
  narration: { ready: number; total: number } | undefined
}

/** What is said of the wait. The text of one `kind` changes with its figures, which is not to be read out each time. */
export type Wait = { kind: 'short' | 'voices' | 'download' | 'queue' | 'unknown'; text: string }

const PERCENT = 100

/** Why the line is silent, and how far what it waits for is; null when there is nothing to say. */
export function waitText({ wait, isStored, natural, narration }: WaitFacts): Wait | null {
  if (wait === null) return null
  if (wait === 'short') return { kind: 'short', text: 'Preparing this line…' }
  if (isStored) return { kind: 'download', text: 'Slow connection. Downloading this line…' }
  if (natural?.state === 'coming')
    return { kind: 'voices', text: `Loading natural voices…${percentOf(natural)}` }
  if (natural?.state === 'missing' || natural?.state === 'resting')
    return { kind: 'voices', text: 'Natural voices are unavailable. Retrying…' }
  if (narration && narration.ready < narration.total)
    return {
      kind: 'queue',
      text: `Preparing this line… ${narration.ready} of ${narration.total} lines ready`,
    }
  return { kind: 'unknown', text: 'Still preparing this line…' }
}

function percentOf({ doneBytes, totalBytes }: NaturalVoices): string {
  if (doneBytes === undefined || !totalBytes) return ''
  return ` ${Math.floor((PERCENT * Math.min(doneBytes, totalBytes)) / totalBytes)} %`
}
