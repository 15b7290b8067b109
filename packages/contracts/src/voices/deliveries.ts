/* Separate from the schema, so that pages do not load the schema library. */

/** How a line is spoken, apart from its words and its voice (product §4). */
export const DELIVERIES = [
  'whispering',
  'quiet',
  'shouting',
  'calling',
  'sad',
  'angry',
  'excited',
  'slow',
  'fast',
] as const

/** Factor of the pace. */
export const PACE_RANGE = { minimum: 0.5, maximum: 2 } as const
/** Semitones. */
export const PITCH_RANGE = { minimum: -6, maximum: 6 } as const
export const EMPHASIS_LIMIT = 20
export const PAUSE_LIMIT_MS = 5_000

/** Words of the longest recording: 30 s of fast speech. */
export const MELODY_LIMIT = 150
/** Pitches of a word. */
export const MELODY_POINTS = 5
/** Longest word and longest pause of a melody (ms). */
export const MELODY_WORD_MS = 10_000
/** All words and pauses of a melody: the longest recording takes 30 s (ms). */
export const MELODY_MS = 45_000
/** Farthest from a speaker's usual pitch, in semitones. */
export const MELODY_RANGE = 12
