/** The provider's `engineVersion`: engines of different ones sound different. */
export const ENGINE_VERSION = '2'

/** Time for a character: speech of 70 ms, three times as fast. */
export const MS_PER_CHARACTER = 25
