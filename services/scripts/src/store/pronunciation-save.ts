import { PRONUNCIATIONS_LIMIT } from '@andscene/contracts/limits'
import type { Pronunciation, PronunciationChange, Said } from '@andscene/contracts/voices/pronunciation'
import { foldedWord, pronunciationKey } from '@andscene/screenplay/pronunciation/sounds-in'
import { nextVersion } from './command-store.ts'

/** Pronunciations belong to the casting: each change increases its version. */
export type KeptPronunciations = { pronunciations: Pronunciation[]; castingVersion: number }

export type PronunciationSave = {
  /** At most one per word and character. */
  changes: readonly PronunciationChange[]
  uid: string
  requestId: string
}

/** `conflict`: another user has changed one of the words; `full`: there would be too many. Then nothing was saved. */
export type SavedPronunciations = KeptPronunciations & {
  outcome: 'changed' | 'unchanged' | 'conflict' | 'full'
}

/** Applies changes to the present list. Changes of different words merge. */
export function applyPronunciations(
  present: KeptPronunciations,
  changes: readonly PronunciationChange[],
): SavedPronunciations {
  const { pronunciations, castingVersion } = present
  const byKey = new Map(pronunciations.map((one) => [pronunciationKey(one), one]))
  let outcome: SavedPronunciations['outcome'] = 'unchanged'
  for (const { word, character, said, seen } of changes) {
    const key = pronunciationKey({ word, character })
    const found = byKey.get(key) ?? null
    if (isSame(found, said)) continue
    if (!isSame(found, seen)) return { pronunciations, castingVersion, outcome: 'conflict' }
    outcome = 'changed'
    if (said === null) byKey.delete(key)
    else byKey.set(key, { word, ...said, ...(character !== undefined && { character }) })
  }
  if (outcome === 'unchanged') return { pronunciations, castingVersion, outcome }
  if (byKey.size > PRONUNCIATIONS_LIMIT) return { pronunciations, castingVersion, outcome: 'full' }
  return {
    pronunciations: [...byKey.values()].sort(byWord),
    castingVersion: nextVersion(castingVersion),
    outcome,
  }
}

const isSame = (one: Said | null, other: Said | null): boolean =>
  one?.says === other?.says && one?.as === other?.as

export const byWord = (one: Pronunciation, next: Pronunciation): number =>
  order(foldedWord(one.word), foldedWord(next.word)) || order(one.character ?? '', next.character ?? '')
const order = (one: string, next: string): number => (one < next ? -1 : one > next ? 1 : 0)
