import data from '../../data/pauses.json' with { type: 'json' }
import { directionParts, phrasesOf } from './direction-parts.ts'

/** Silence of "(beat)" and of "(long pause)" (product §4). */
export const BEAT_MS = 700
export const LONG_BEAT_MS = 1_500

const PAUSES: ReadonlyMap<string, number> = new Map(
  [
    { phrases: Object.values(data.short).flatMap(phrasesOf), ms: BEAT_MS },
    { phrases: Object.values(data.long).flatMap(phrasesOf), ms: LONG_BEAT_MS },
  ].flatMap(({ phrases, ms }) => phrases.map((phrase) => [phrase, ms] as const)),
)

/** The silence that a part of a direction asks for, in milliseconds. */
export const pauseOfPart = (part: string): number | undefined => PAUSES.get(part.toLowerCase())

/** The silence of a parenthetical such as "(beat)" or "(a long pause, then)", in milliseconds; 0 for others. */
export function pauseOf(text: string): number {
  return Math.max(0, ...directionParts(text).map((part) => pauseOfPart(part) ?? 0))
}
