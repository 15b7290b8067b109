import type { NaturalVoices } from '@andscene/contracts/natural-voices'

/** While the natural voices are coming and somebody looks on, how far they are is asked for this often. Milliseconds. */
export const COMING_POLL_MS = 3_000

const MB = 1_000_000
const megabytes = (bytes: number) => Math.round(bytes / MB)

/** One quiet line for people; undefined when there is nothing to say. */
export function naturalVoicesText(natural: NaturalVoices | undefined): string | undefined {
  switch (natural?.state) {
    case 'coming': {
      const { doneBytes, totalBytes } = natural
      const far =
        doneBytes === undefined || totalBytes === undefined
          ? ''
          : `: ${megabytes(Math.min(doneBytes, totalBytes))} of ${megabytes(totalBytes)} MB`
      return `Natural voices are on their way${far}`
    }
    case 'missing':
    case 'resting':
      return natural.reason
    default:
      return undefined
  }
}

/** Asked for again while something is on its way, for `refetchInterval`. */
export const whileComing = (natural: NaturalVoices | undefined, everyMs: number): number | false =>
  natural?.state === 'coming' ? everyMs : false
