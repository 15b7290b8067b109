import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseText } from '../normalise-text.ts'
import { normalisedPositions } from './normalised-positions.ts'

const pieces = [
  'a',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u00a0',
  '\u0001',
  '\u007f',
  '🎭',
  'ب',
  '\ud800',
]

test('maps each unit of the normalized text to its unit in the original text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
      const text = parts.join('')
      const normalised = normaliseText(text)
      const positions = normalisedPositions(text) ?? Array.from({ length: text.length + 1 }, (_, at) => at)
      expect(positions).toHaveLength(normalised.length + 1)
      expect(positions.at(-1)).toBe(text.length)
      for (const [at, unit] of normalised.split('').entries()) {
        const made = text[positions[at]!]!
        expect(normaliseText(`a${made}a`).slice(1, -1)).toBe(unit)
        expect(positions[at + 1]).toBeGreaterThan(positions[at]!)
      }
    }),
    { numRuns: 2_000 },
  )
})
