import type { Voice } from '@andscene/contracts/voices/voice'
import { voice } from '@andscene/web-kit/testing/voice'
import { expect, test } from 'vitest'
import { voiceGroups } from './voice-options.ts'

const named = (name: string, locale: string, over: Partial<Voice> = {}) =>
  voice(`v:${name}`, { name, locale, language: 'Some language', category: 'Recorded', ...over })
const shown = (voices: Voice[], own: string[]) =>
  voiceGroups(voices, own).map(({ label, options }) => [label, ...options.map(({ value }) => value.slice(2))])

test("product §2 sorts the user's locales first, then their languages in other countries, then all others by name", () => {
  const voices = ['fr-FR', 'en-US', 'de-DE', 'en-GB', 'cs-CZ', 'fr-CA'].map((locale) => named(locale, locale))
  expect(shown(voices, ['en-GB', 'fr']).map(([label]) => label)).toEqual([
    'British English',
    'American English',
    'Canadian French',
    'French (France)',
    'Czech (Czechia)',
    'German (Germany)',
  ])
})

test('product §2 natural voices come first in their language, and are labeled and found as natural', () => {
  const voices = [
    named('Ruth', 'en-GB', { popularity: 99 }),
    named('Zoe', 'en-GB', { popularity: 1, category: 'Natural' }),
  ]
  const [group] = voiceGroups(voices, [])
  expect(group?.options.map(({ label }) => label)).toEqual([
    'Zoe · British English · female · Natural',
    'Ruth · British English · female',
  ])
  expect(group?.options.filter(({ search }) => search.includes('natural'))).toHaveLength(1)
})

test('product §2 keeps a chosen voice that is unavailable, with the reason; others are not listed', () => {
  const voices = ['Zoe', 'Max'].map((name) => named(name, 'en-GB', { isActive: false }))
  const [group] = voiceGroups(voices, [], { voiceId: 'v:Zoe', absence: () => 'resting' })
  expect(group?.options.map(({ label }) => label)).toEqual(['Zoe · British English · female · resting'])
})

test('product §2 the most natural voices of a language come first', () => {
  const voices = [
    named('Adam', 'en-GB', { category: 'Synthetic', popularity: 99 }),
    named('Ruth', 'en-GB', { popularity: 90 }),
    named('Eve', 'en-GB', { popularity: 95 }),
    named('Ada', 'en-GB', { popularity: 90 }),
    named('Gone', 'en-GB', { isActive: false }),
  ]
  expect(shown(voices, [])).toEqual([['British English', 'Eve', 'Ada', 'Ruth', 'Adam']])
})
