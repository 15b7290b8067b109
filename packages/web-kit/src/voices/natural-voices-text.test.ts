import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { expect, test } from 'vitest'
import { healthSummary } from '../api/health-query.ts'
import { naturalVoicesText } from './natural-voices-text.ts'

const coming = (doneBytes: number, totalBytes: number): NaturalVoices => ({
  state: 'coming',
  doneBytes,
  totalBytes,
})

test.each([
  [coming(45_230_000, 92_361_271), 'Loading natural voices… 48 %'],
  [coming(0, 92_361_271), 'Loading natural voices… 0 %'],
  [coming(92_400_000, 92_361_271), 'Setting up natural voices…'],
  [{ state: 'coming' } as const, 'Loading natural voices…'],
  [{ state: 'missing', reason: 'The disk is full.' } as const, 'The disk is full.'],
  [{ state: 'resting', reason: 'The engine stopped.' } as const, 'The engine stopped.'],
  [{ state: 'missing' } as const, undefined],
  [{ state: 'off', reason: 'Left out.' } as const, undefined],
  [{ state: 'ready' } as const, undefined],
  [undefined, undefined],
])('%o is shown as %s', (natural, text) => {
  expect(naturalVoicesText(natural)).toBe(text)
})

test('the health summary shows the progress', () => {
  const naturalVoices = coming(1_000_000, 92_361_271)
  expect(healthSummary({ status: 'ok', naturalVoices })).toBe(
    'All systems are running. Loading natural voices… 1 %',
  )
})
