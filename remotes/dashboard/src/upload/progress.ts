/** Percent at the last byte sent; then the server parses the script (product §4). */
const SENT_PERCENT = 45
/** Percent that the bar never passes before the response (product §4). */
const PARSED_PERCENT = 95
/** Time constant of the estimate: after it 63 % is reached. Milliseconds. */
const EASE_MS = 1_500

/** Percent while bytes are sent; `share` of them, 0 to 1. */
export const sendingPercent = (share: number): number => Math.min(Math.max(share, 0), 1) * SENT_PERCENT

/** Estimated percent `elapsed` milliseconds after the last byte: always rising, never at its end. */
export const parsingPercent = (elapsed: number): number =>
  SENT_PERCENT + (PARSED_PERCENT - SENT_PERCENT) * (1 - Math.exp(-Math.max(elapsed, 0) / EASE_MS))
