import type { Voice } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
import { partsOf } from './casting/parts.ts'
import { canRecast, recast } from './recast.ts'
import { voiceOf } from './testing/cast-suggestions.ts'

const voice = (voiceId: string, fields: Partial<Voice> = {}): Voice =>
  voiceOf(voiceId, {
    provider: voiceId.split(':')[0]!,
    category: voiceId.startsWith('kokoro') ? 'Natural' : 'Synthetic',
    ...fields,
  })
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

describe('a script is recast', () => {
  const given = recast({ ...input, parts }).casting

  test('natural voices of its language replace robots of this machine and fill gaps', () => {
    for (const voiceId of [
      given.characterAssignments['ANNA'],
      given.characterAssignments['CLEO'],
      given.narrationVoiceId,
    ])
      expect(['kokoro:a', 'kokoro:b']).toContain(voiceId)
  })
  test('voices of a service stay, and voices of characters who left the script', () => {
    expect(given.characterAssignments).toMatchObject({ BEN: 'azure:a', GONE: 'local:b' })
    expect(given.sceneHeadingVoiceId).toBe('openai:a')
  })
  test('the narrator of one’s own stays, and reads the headings where it did', () => {
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
  test('the same again', () => {
    expect(recast({ ...input, parts }).casting).toEqual(given)
  })
})

test.each([
  ['robots speak', casting, {}, true],
  ['one voice is natural', { ...casting, sceneHeadingVoiceId: 'kokoro:a' }, {}, false],
  ['that one is not on offer at present', { ...casting, sceneHeadingVoiceId: 'kokoro:off' }, {}, false],
  [
    'only services speak',
    { characterAssignments: { ANNA: 'azure:a' }, narrationVoiceId: 'openai:a' },
    {},
    false,
  ],
  ['no voice is assigned', { characterAssignments: {} }, {}, false],
  ['a robot is assigned outside of the script', { characterAssignments: { GONE: 'local:a' } }, {}, false],
  [
    'the robot is the person’s own narrator',
    { characterAssignments: {}, narrationVoiceId: 'local:a' },
    { defaultVoiceId: 'local:a' },
    false,
  ],
  ['the script is German', casting, { language: 'de' }, false],
  ['the script is French', casting, { language: 'fr' }, true],
  ['they have not come', casting, { voices: voices.filter(({ provider }) => provider !== 'kokoro') }, false],
])('recasting is worth an offer where %s', (_, given, change, isWorth) => {
  expect(canRecast({ ...input, names, casting: given, ...change })).toBe(isWorth)
})
