import { Type, type Static } from '../schema/schema.ts'
import { MELODY_LIMIT, MELODY_POINTS, MELODY_RANGE, MELODY_WORD_MS } from './deliveries.ts'

/** How a word is said: found in a recording, followed by another voice. */
export const MelodyWord = Type.Object({
  /** Range in the spoken text. */
  at: Type.Integer({ title: 'The position of a word', minimum: 0, maximum: 100_000 }),
  length: Type.Integer({ title: 'The length of a word', minimum: 1, maximum: 1_000 }),
  /** How long it takes, and the silence after it. */
  ms: Type.Integer({ title: 'The duration of a word', minimum: 1, maximum: MELODY_WORD_MS }),
  pauseMs: Type.Integer({ title: 'The pause after a word', minimum: 0, maximum: MELODY_WORD_MS }),
  /** Semitones above the speaker's usual pitch, evenly over the word; empty for a word without a voice. */
  semitones: Type.Array(
    Type.Number({ title: 'The pitch of a word', minimum: -MELODY_RANGE, maximum: MELODY_RANGE }),
    { title: 'The pitches of a word', maxItems: MELODY_POINTS },
  ),
})
export type MelodyWord = Static<typeof MelodyWord>
export const Melody = Type.Array(MelodyWord, { title: 'The melody', maxItems: MELODY_LIMIT })
export type Melody = MelodyWord[]
