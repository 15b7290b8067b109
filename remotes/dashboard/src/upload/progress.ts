/** Bytes on their way fill the bar up to here; then the server reads the script (product §4). Percent. */
const SENT_PERCENT = 45
/** As far as the bar goes before the response (product §4). Percent. */
const PARSED_PERCENT = 95
/** How quickly the estimate approaches its end: after this time it has gone 63 % of the way. Milliseconds. */
const EASE_MS = 1_500

/** Percent while bytes leave; `share` of them, 0 to 1. */
export const sendingPercent = (share: number): number => Math.min(Math.max(share, 0), 1) * SENT_PERCENT

/** Estimated percent `elapsed` milliseconds after the last byte left: always rising, never at its end. */
export const parsingPercent = (elapsed: number): number =>
  SENT_PERCENT + (PARSED_PERCENT - SENT_PERCENT) * (1 - Math.exp(-Math.max(elapsed, 0) / EASE_MS))
