import type { Voice } from '@andscene/contracts/voice'
import { expect, it } from 'vitest'
import { voiceGroups } from './voice-options.ts'

const voice = (name: string, locale: string, over: Partial<Voice> = {}): Voice => ({
  voiceId: `v:${name}`,
  name,
  locale,
  gender: 'female',
  language: 'Some language',
  provider: 'local',
  category: 'Recorded',
  providerMetadata: {},
  voiceStyles: [],
  voicePersonalities: [],
  isActive: true,
  popularity: 50,
  previewUrl: '',
  wordsPerMinute: 170,
  ...over,
})
const shown = (voices: Voice[], own: string[]) =>
  voiceGroups(voices, own).map(({ label, options }) => [label, ...options.map(({ value }) => value.slice(2))])

it('product §2 the languages of the person come first: as spoken where they are, then elsewhere, then all others by name', () => {
  const voices = ['fr-FR', 'en-US', 'de-DE', 'en-GB', 'cs-CZ', 'fr-CA'].map((locale) => voice(locale, locale))
  expect(shown(voices, ['en-GB', 'fr']).map(([label]) => label)).toEqual([
    'British English',
    'American English',
    'Canadian French',
    'French (France)',
    'Czech (Czechia)',
    'German (Germany)',
  ])
})

it('product §2 the most natural voices of a language come first', () => {
  const voices = [
    voice('Adam', 'en-GB', { category: 'Synthetic', popularity: 99 }),
    voice('Ruth', 'en-GB', { popularity: 90 }),
    voice('Eve', 'en-GB', { popularity: 95 }),
    voice('Ada', 'en-GB', { popularity: 90 }),
    voice('Gone', 'en-GB', { isActive: false }),
  ]
  expect(shown(voices, [])).toEqual([['British English', 'Eve', 'Ada', 'Ruth', 'Adam']])
})
