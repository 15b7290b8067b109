import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import { expect, test } from 'vitest'
import { healthSummary } from './health-query.ts'
import { naturalVoicesText } from './natural-voices-text.ts'

const coming = (doneBytes: number, totalBytes: number): NaturalVoices => ({
  state: 'coming',
  doneBytes,
  totalBytes,
})

test.each([
  [coming(45_230_000, 92_361_271), 'Natural voices are on their way: 45 of 92 MB'],
  [coming(0, 92_361_271), 'Natural voices are on their way: 0 of 92 MB'],
  [coming(92_400_000, 92_361_271), 'Natural voices are on their way: 92 of 92 MB'],
  [{ state: 'coming' } as const, 'Natural voices are on their way'],
  [{ state: 'missing', reason: 'The disk is full.' } as const, 'The disk is full.'],
  [{ state: 'resting', reason: 'The engine stopped.' } as const, 'The engine stopped.'],
  [{ state: 'missing' } as const, undefined],
  [{ state: 'off', reason: 'Left out.' } as const, undefined],
  [{ state: 'ready' } as const, undefined],
  [undefined, undefined],
])('of %o people read %s', (natural, text) => {
  expect(naturalVoicesText(natural)).toBe(text)
})

test('the state of the platform tells it, too', () => {
  const naturalVoices = coming(1_000_000, 92_361_271)
  expect(healthSummary({ status: 'ok', naturalVoices })).toBe(
    'All systems are running. Natural voices are on their way: 1 of 92 MB',
  )
})
