import type { Voice } from '@andscene/contracts/voice'
import { expect, it } from 'vitest'
import { suggestCast } from './demo-script.ts'

const voice = (voiceId: string, gender: Voice['gender'], locale: string, popularity: number): Voice => ({
  voiceId,
  gender,
  locale,
  popularity,
  name: voiceId,
  language: '',
  provider: 'local',
  category: '',
  providerMetadata: {},
  voiceStyles: [],
  voicePersonalities: [],
  isActive: true,
  previewUrl: '',
  wordsPerMinute: 150,
})
const VOICES = [
  voice('f1', 'female', 'en-US', 90),
  voice('m1', 'male', 'en-US', 80),
  voice('f2', 'female', 'en-GB', 70),
  voice('m2', 'male', 'en-US', 60),
  voice('de', 'male', 'de-DE', 99),
]

it('gives everybody an English voice of the likely gender, different ones while they last', () => {
  const cast = suggestCast(['FINN', 'ADA'], VOICES)
  expect(cast).toEqual({
    narrationVoiceId: 'f1',
    sceneHeadingVoiceId: 'm1',
    characterAssignments: { FINN: 'm2', ADA: 'f2' },
  })
  expect(suggestCast(['ADA', 'FINN', 'BEACON', 'GEORGE'], VOICES).characterAssignments['GEORGE']).toBe('m1')
})
