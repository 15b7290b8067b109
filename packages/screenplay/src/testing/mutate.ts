import { GENTLE } from './gentle-changes.ts'
import { pick, randomFrom, upTo, type Random } from './random.ts'
import { ROUGH } from './rough-changes.ts'

const encoded = (text: string, random: Random): Uint8Array => {
  const way = random()
  if (way > 0.1) return new TextEncoder().encode(text)
  if (way < 0.03) return Buffer.from(text, 'latin1')
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  return way < 0.06 && wide.length % 2 === 0 ? wide.swap16() : wide
}

/** Largest file that is used, so that copies of copies stay fast. */
const LONGEST = 2_000_000

/** Mutates one of the valid files; the result may be invalid XML. Deterministic for a seed and number. */
export const mutant = (files: readonly Uint8Array[], seed: number, iteration: number): Uint8Array => {
  const random = randomFrom(seed ^ Math.imul(iteration + 1, 0x9e3779b1))
  const decoder = new TextDecoder()
  let text = decoder.decode(pick(random, files))
  const gentle = random() < 0.5
  const changes = gentle ? GENTLE : ROUGH
  for (let left = 1 + upTo(random, gentle ? 20 : 6); left > 0; left--)
    text = pick(random, changes)(text, random, decoder.decode(pick(random, files))).slice(0, LONGEST)
  const bytes = encoded(text, random)
  if (!gentle && random() < 0.2)
    for (let flips = 1 + upTo(random, 8); flips > 0; flips--)
      bytes[upTo(random, bytes.length)] = upTo(random, 256)
  return bytes
}
