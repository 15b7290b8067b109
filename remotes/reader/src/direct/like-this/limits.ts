/** Longest recording of a line (ms). */
export const LIKE_THIS_LIMIT_MS = 30_000
/** Words that a message lists; further ones are only counted. */
export const NAMED_WORDS = 5
