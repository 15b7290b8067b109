import { naturalVoice, voice } from '@andscene/web-kit/testing/voice'
import { describe, expect, test } from 'vitest'
import { localeFlag } from './voice-option.tsx'
import { localeName, shortName, voiceTone, voiceTraits } from './voice-chips.ts'
import { byTyped, countFilters, filterOptions, filterVoices, NO_FILTERS } from './voice-filters.ts'
import { sortVoices } from '@andscene/web-kit/voices-query'
import { searchVoices } from './voice-search.ts'

const ids = (voices: readonly { voiceId: string }[]) => voices.map(({ voiceId }) => voiceId)

test('product §2 sorts voices by locale, then by name', () => {
  const voices = [
    voice('1', { locale: 'en-US', name: 'Zoe' }),
    voice('2', { locale: 'de-DE', name: 'Uta' }),
    voice('3', { locale: 'en-US', name: 'ava' }),
    voice('4', { locale: 'en-GB', name: 'Bea' }),
  ]
  expect(ids(sortVoices(voices))).toEqual(['2', '4', '3', '1'])
})

describe('search', () => {
  const voices = [
    voice('ava', { name: 'Ava', gender: 'female', locale: 'en-US', language: 'English' }),
    voice('zoe', { name: 'Zoë', gender: 'female', locale: 'de-DE', language: 'German' }),
    voice('max', { name: 'Max', gender: 'male', locale: 'de-AT', language: 'German' }),
  ]
  test.each([
    ['AVA', ['ava']],
    ['zoe', ['zoe']],
    ['female', ['ava', 'zoe']],
    ['male', ['max']],
    ['de-', ['zoe', 'max']],
    ['german', ['zoe', 'max']],
    ['united states', ['ava']],
    ['german  male', ['max']],
    ['unknown', []],
    ['  ', ['ava', 'zoe', 'max']],
  ])('product §5 %j matches name, gender and locale text, ignoring case', (query, found) => {
    expect(ids(searchVoices(voices, query).voices)).toEqual(found)
  })
  const styled = [
    voice('ada', { locale: 'en-GB', voiceStyles: ['elderly'], voicePersonalities: ['warm'] }),
    voice('ian', { locale: 'en-GB', voiceStyles: ['scottish'], gender: 'male' }),
    voice('pat', { locale: 'en-IE', voiceStyles: ['youthful'], gender: 'male' }),
    voice('sam', { locale: 'en-US', voicePersonalities: ['Warm', 'deep'], gender: 'male' }),
    voice('luc', { locale: 'fr-CA', language: 'French', gender: 'male' }),
    voice('zoe', { locale: 'fr-FR', language: 'French' }),
  ]
  test.each([
    ['british', ['ada', 'ian']],
    ['Irish accent', ['pat']],
    ['scottish voice', ['ian']],
    ['american', ['sam']],
    ['canadian', ['luc']],
    ['warm', ['ada', 'sam']],
    ['old', ['ada']],
    ['young', ['pat']],
    ['warm british', ['ada']],
    ['female french', ['zoe']],
    ['french woman', ['zoe']],
    ['a deep voice', ['sam']],
    ['accent', []],
  ])('%j matches origin, accent and style', (query, found) => {
    expect(ids(searchVoices(styled, query).voices)).toEqual(found)
  })
  const named = [
    voice('amanda', { name: 'Amanda', gender: 'female', locale: 'de-DE', language: 'German' }),
    voice('carmen', { name: 'Carmen', gender: 'female', locale: 'hy-AM', language: 'Armenian' }),
    voice('harold', { name: 'Harold', gender: 'male', locale: 'de-DE', language: 'German' }),
    voice('guy', { name: 'Guy Lowell', gender: 'male', locale: 'en-US', voiceStyles: ['elderly'] }),
    voice('girl', { name: 'Mandy', gender: 'female', locale: 'en-OM', language: 'English' }),
  ]
  test.each([
    ['man', ['harold', 'guy']],
    ['german man', ['harold']],
    ['men', ['harold', 'guy']],
    ['women', ['amanda', 'carmen', 'girl']],
    ['old', ['guy']],
    ['low', []],
    ['guy', ['harold', 'guy']],
    ['mand', ['amanda', 'girl']],
    ['rold', ['harold']],
  ])('%j matches words by meaning, not inside other words', (query, found) => {
    expect(ids(searchVoices(named, query).voices)).toEqual(found)
  })
  test.each([
    ['natural', 'zoe'],
    ['natural woman', 'zoe'],
    ['nat', 'natasha'],
  ])('%j matches natural voices', (query, found) => {
    const kinds = [voice('natasha', { name: 'Natasha' }), naturalVoice('zoe', { name: 'Zoe' })]
    expect(ids(searchVoices(kinds, query).voices)).toEqual([found])
  })
})

describe('filters', () => {
  const voices = [
    voice('a', { language: 'English', voiceStyles: ['calm'], gender: 'female' }),
    voice('b', { language: 'English', voiceStyles: ['sad'], gender: 'male' }),
    voice('c', { language: 'German', voicePersonalities: ['Warm'], gender: 'male', provider: 'azure' }),
  ]
  const pick = (filters: Partial<typeof NO_FILTERS>) =>
    ids(filterVoices(voices, { ...NO_FILTERS, ...filters }))

  test('product §5 combines languages and roles with AND across kinds and OR within a kind', () => {
    expect(pick({})).toEqual(['a', 'b', 'c'])
    expect(pick({ languages: ['English'] })).toEqual(['a', 'b'])
    expect(pick({ languages: ['English', 'German'], roles: ['sad', 'Warm'] })).toEqual(['b', 'c'])
    expect(pick({ languages: ['German'], roles: ['sad'] })).toEqual([])
    expect(pick({ genders: ['male'], providers: ['azure'] })).toEqual(['c'])
  })
  test('product §2 offers the values that pass the other filters, sorted, plus those already chosen', () => {
    const german = { ...NO_FILTERS, languages: ['German'], genders: ['female'] }
    expect(filterOptions(voices, german, 'genders')).toEqual(['female', 'male'])
    expect(filterOptions(voices, german, 'languages')).toEqual(['English', 'German'])
    expect(filterOptions(voices, { ...NO_FILTERS, languages: ['German'] }, 'roles')).toEqual(['Warm'])
    expect(filterOptions(voices, NO_FILTERS, 'roles')).toEqual(['calm', 'sad', 'Warm'])
  })
  test('sorts names that start with the typed text before those that contain it', () => {
    const languages = ['Middle English', 'Bengali', 'English']
    expect(languages.sort((a, b) => byTyped('eng', a, b))).toEqual(['English', 'Bengali', 'Middle English'])
  })
  test('product §2 counts the chosen values for the badge', () => {
    expect(countFilters({ ...NO_FILTERS, languages: ['English', 'German'], roles: ['sad'] })).toBe(3)
  })
})

test('product §9 cuts a name at 25 characters with an ellipsis, never inside a grapheme cluster', () => {
  expect(shortName('Alexandrina Wilhelmina vo')).toBe('Alexandrina Wilhelmina vo')
  expect(shortName('Alexandrina Wilhelmina von Habsburg')).toBe('Alexandrina Wilhelmina vo…')
  expect(shortName('👩‍👩‍👧'.repeat(25))).toBe('👩‍👩‍👧'.repeat(25))
  expect(shortName('👩‍👩‍👧'.repeat(26))).toBe(`${'👩‍👩‍👧'.repeat(25)}…`)
})
test('product §9 shows at most 3 styles, 2 personalities of Azure voices, and no Standard type', () => {
  const fields = {
    voiceStyles: ['calm', 'sad', 'angry', 'shy'],
    voicePersonalities: ['Warm', 'Bright', 'Deep'],
  }
  const neural = { VoiceType: 'Neural' }
  expect(voiceTraits(voice('v', fields))).toEqual(['calm', 'sad', 'angry'])
  expect(voiceTraits(voice('v', { ...fields, provider: 'azure', providerMetadata: neural }))).toEqual([
    'Neural',
    'calm',
    'sad',
    'angry',
    'Warm',
    'Bright',
  ])
  expect(voiceTraits(voice('v', { providerMetadata: { VoiceType: 'Standard' } }))).toEqual([])
})
test('product §9 gives female voices the secondary color, others the primary', () => {
  expect(voiceTone(voice('v', { gender: 'female' }))).toBe('secondary')
  expect(voiceTone(voice('v', { gender: 'male' }))).toBe('primary')
  expect(voiceTone(voice('v', { gender: 'neutral' }))).toBe('primary')
})
test('product §9 maps locales with a region to flags, others to null (a globe is shown)', () => {
  expect(localeFlag('en-US')).toBe('🇺🇸')
  expect(localeFlag('zh-Hant-TW')).toBe('🇹🇼')
  expect(localeFlag('sr-latn-rs')).toBe('🇷🇸')
  expect(localeFlag('eo')).toBeNull()
  expect(localeFlag('en-029')).toBeNull()
})
test('names any locale in words', () => {
  expect(localeName(voice('v', { locale: 'en-GB' }))).toBe('English (United Kingdom)')
  expect(localeName(voice('v', { locale: 'not_a_tag', language: 'Klingon' }))).toBe('Klingon')
  expect(localeName(voice('v', { locale: 'en-029' }))).toBe('English (Caribbean)')
  expect(localeName(voice('v', { locale: 'eo-001', language: 'Esperanto' }))).toBe('Esperanto')
  expect(localeName(voice('v', { locale: 'mis-001', language: 'Lang Belta' }))).toBe('Lang Belta')
  const given = { LocaleName: 'English (Scotland)' } as Record<string, string>
  expect(localeName(voice('v', { locale: 'en-GB', providerMetadata: given }))).toBe('English (Scotland)')
})
