import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { expect, test } from 'vitest'
import { naturalVoice, voice } from '../testing/voice.ts'
import { voicesQuery, type VoiceList } from './voices-query.ts'

const MINUTE = 60_000

const staleAfter = (state: NaturalVoices['state'] | undefined, isActive: boolean): number => {
  const voices = [voice('local:b'), naturalVoice('kokoro:a', { isActive })]
  const data: VoiceList = { voices, naturalVoices: state && { state } }
  const { staleTime } = voicesQuery()
  return typeof staleTime === 'function' ? Number(staleTime({ state: { data } } as never)) : NaN
}

test('the list of voices becomes stale within a minute until natural voices are active', () => {
  for (const state of ['coming', 'missing', 'resting'] as const)
    expect(staleAfter(state, false)).toBeLessThan(MINUTE)
  expect(staleAfter('ready', false)).toBeLessThan(MINUTE)
  expect(staleAfter('ready', true)).toBeGreaterThan(MINUTE)
  expect(staleAfter('off', false)).toBeGreaterThan(MINUTE)
  expect(staleAfter(undefined, false)).toBeGreaterThan(MINUTE)
})
