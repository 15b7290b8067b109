/** How long a test waits for what must happen: long enough for a busy machine. */
export const SOON = { timeout: 45_000 }
