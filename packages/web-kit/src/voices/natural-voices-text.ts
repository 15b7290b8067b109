import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'

/** Polling interval while the natural voices load and a page shows their progress. Milliseconds. */
export const COMING_POLL_MS = 3_000

const PERCENT = 100

/** The state of the natural voices in one line; undefined when there is nothing to show. */
export function naturalVoicesText(natural: NaturalVoices | undefined): string | undefined {
  switch (natural?.state) {
    case 'coming':
      return loadingText(natural)
    case 'missing':
    case 'resting':
      return natural.reason
    default:
      return undefined
  }
}

/** The progress of natural voices that are loading. */
export function loadingText({ doneBytes, totalBytes }: NaturalVoices): string {
  const text = 'Loading natural voices…'
  if (doneBytes === undefined || !totalBytes) return text
  // The download is complete: the conversion takes half a minute more.
  if (doneBytes >= totalBytes) return 'Setting up natural voices…'
  return `${text} ${Math.floor((PERCENT * doneBytes) / totalBytes)} %`
}

/** Repeats a request while the natural voices are loading, for `refetchInterval`. */
export const whileComing = (natural: NaturalVoices | undefined, everyMs: number): number | false =>
  natural?.state === 'coming' ? everyMs : false
