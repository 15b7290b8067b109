import { voice as voiceOf } from '@andscene/contracts/testing/voice'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
import { partsOf } from './casting/parts.ts'
import { canRecast, isOutdated, recast, recastSuggested, type IsSuggested } from './recast.ts'

const voice = (voiceId: string, fields: Partial<Voice> = {}): Voice =>
  voiceOf(voiceId, { category: voiceId.startsWith('kokoro') ? 'Natural' : 'Synthetic', ...fields })
const voices = [
  voice('local:a'),
  voice('local:b', { gender: 'male' }),
  voice('azure:a'),
  voice('openai:a'),
  voice('kokoro:a', { popularity: 1 }),
  voice('kokoro:b', { gender: 'male', popularity: 1 }),
  voice('kokoro:fr', { locale: 'fr-FR', language: 'French' }),
  voice('kokoro:off', { isActive: false, popularity: 99 }),
]
const names = ['ANNA', 'BEN', 'CLEO']
const parts = partsOf(
  names.map((character) => ({ type: 'Dialogue', text: 'Is it?', character, act: 1 })),
  names,
)
const casting = {
  characterAssignments: { ANNA: 'local:a', BEN: 'azure:a', GONE: 'local:b' },
  narrationVoiceId: 'local:b',
  sceneHeadingVoiceId: 'openai:a',
}
const input = { voices, casting, language: 'en' }

describe('recasting a script', () => {
  const given = recast({ ...input, parts }).casting

  test('replaces robotic local voices with natural ones of its language and fills gaps', () => {
    for (const voiceId of [
      given.characterAssignments['ANNA'],
      given.characterAssignments['CLEO'],
      given.narrationVoiceId,
    ])
      expect(['kokoro:a', 'kokoro:b']).toContain(voiceId)
  })
  test('keeps voices of speech services and of characters no longer in the script', () => {
    expect(given.characterAssignments).toMatchObject({ BEN: 'azure:a', GONE: 'local:b' })
    expect(given.sceneHeadingVoiceId).toBe('openai:a')
  })
  test("keeps the user's own narrator, including the headings it reads", () => {
    const own = {
      ...input,
      casting: { ...casting, sceneHeadingVoiceId: 'local:b' },
      defaultVoiceId: 'local:b',
    }
    expect(recast({ ...own, parts }).casting).toMatchObject({
      narrationVoiceId: 'local:b',
      sceneHeadingVoiceId: 'local:b',
    })
    expect(recast({ ...own, parts, defaultVoiceId: 'local:a' }).casting.narrationVoiceId).toMatch(/^kokoro/)
  })
  test('is deterministic', () => {
    expect(recast({ ...input, parts }).casting).toEqual(given)
  })
})

test.each([
  ['robotic voices are assigned', casting, {}, true],
  ['one voice is natural already', { ...casting, sceneHeadingVoiceId: 'kokoro:a' }, {}, false],
  ['the natural voice is inactive', { ...casting, sceneHeadingVoiceId: 'kokoro:off' }, {}, false],
  [
    'only voices of services are assigned',
    { characterAssignments: { ANNA: 'azure:a' }, narrationVoiceId: 'openai:a' },
    {},
    false,
  ],
  ['no voice is assigned', { characterAssignments: {} }, {}, false],
  [
    'only a character outside of the script has a robotic voice',
    { characterAssignments: { GONE: 'local:a' } },
    {},
    false,
  ],
  [
    'the robotic voice is the user’s own narrator',
    { characterAssignments: {}, narrationVoiceId: 'local:a' },
    { defaultVoiceId: 'local:a' },
    false,
  ],
  ['the script is German', casting, { language: 'de' }, false],
  ['the script is French', casting, { language: 'fr' }, true],
  [
    'there are no natural voices',
    casting,
    { voices: voices.filter(({ provider }) => provider !== 'kokoro') },
    false,
  ],
])('decides whether to offer a recast when %s', (_, given, change, isWorth) => {
  expect(canRecast({ ...input, names, casting: given, ...change })).toBe(isWorth)
})

const among =
  (...slots: string[]): IsSuggested =>
  (kind, name) =>
    slots.includes(name ?? kind)

const outdated = (given: Casting, ...slots: string[]) =>
  isOutdated({ ...input, names, casting: given }, among(...slots))

describe('product §2 suggestions made before natural voices were available', () => {
  const robots = {
    characterAssignments: { ANNA: 'local:a', BEN: 'local:b', GONE: 'local:b' },
    narrationVoiceId: 'local:b',
    sceneHeadingVoiceId: 'local:b',
  }
  test('are replaced; voices that a user chose are not, and no other slot gets a voice', () => {
    expect(outdated(robots, 'ANNA', 'narration', 'GONE')).toBe(true)
    const after = recastSuggested({ ...input, parts, casting: robots }, among('ANNA', 'narration', 'GONE'))
    expect(after).toEqual({
      characterAssignments: { ANNA: expect.stringMatching(/^kokoro/), BEN: 'local:b', GONE: 'local:b' },
      narrationVoiceId: expect.stringMatching(/^kokoro/),
      sceneHeadingVoiceId: 'local:b',
    })
    expect(outdated(after, 'ANNA', 'narration', 'GONE')).toBe(false)
  })

  test('are replaced also when the user chose a natural voice for another slot', () => {
    const chosen = { ...robots, characterAssignments: { ...robots.characterAssignments, BEN: 'kokoro:b' } }
    expect(outdated(chosen, 'ANNA')).toBe(true)
    expect(recastSuggested({ ...input, parts, casting: chosen }, among('ANNA'))).toEqual({
      ...chosen,
      characterAssignments: { ...chosen.characterAssignments, ANNA: 'kokoro:a' },
    })
  })

  test.each<[string, Casting, string[]]>([
    ['nothing was suggested', robots, []],
    ['a suggestion is natural already', { ...robots, narrationVoiceId: 'kokoro:a' }, ['ANNA', 'narration']],
    ['the suggested voices are of a service', casting, ['BEN', 'scene-heading']],
    ['only a character outside of the script has one', robots, ['GONE']],
  ])('are up to date if %s', (_, given, slots) => {
    expect(outdated(given, ...slots)).toBe(false)
  })

  test('keep the robotic voice of a machine', () => {
    const unit = voice('local:unit', { voiceStyles: ['robotic'] })
    const given = { characterAssignments: { 'THE COMPUTER': 'local:unit' } }
    const question = { ...input, voices: [...voices, unit], names: ['THE COMPUTER'], casting: given }
    expect(isOutdated(question, among('THE COMPUTER'))).toBe(false)
    expect(canRecast(question)).toBe(false)
  })
})
