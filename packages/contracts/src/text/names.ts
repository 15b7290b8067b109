import { plainLetters } from './look-alikes.ts'

/** Control, direction and zero-width characters, invisible fillers, and halves of surrogate pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A name as it is stored and shown: without invisible characters and repeated spaces. May be empty. */
export const plainName = (name: string): string =>
  name.normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '').replace(/ {2,}/g, ' ').trim()

/** Equal for names that look alike, across scripts. For comparison only, never shown. */
export function nameSkeleton(name: string): string {
  const plain = plainName(name)
  const letters = plainLetters(plain.normalize('NFKD').replace(/\p{M}/gu, ''))
  return letters.replace(/[^\p{L}\p{N}]/gu, '') || plain
}
