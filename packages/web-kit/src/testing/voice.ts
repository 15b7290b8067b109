import type { Voice } from '@andscene/contracts/voices/voice'

export const voice = (voiceId: string, fields: Partial<Voice> = {}): Voice => ({
  voiceId,
  name: voiceId,
  gender: 'female',
  locale: 'en-US',
  language: 'English',
  provider: 'local',
  category: 'Neural',
  providerMetadata: {},
  voiceStyles: [],
  voicePersonalities: [],
  isActive: true,
  popularity: 50,
  previewUrl: '',
  wordsPerMinute: 150,
  ...fields,
})

export const naturalVoice = (voiceId: string, fields: Partial<Voice> = {}): Voice =>
  voice(voiceId, {
    provider: 'kokoro',
    category: 'Natural',
    providerMetadata: { VoiceType: 'Natural' },
    ...fields,
  })
