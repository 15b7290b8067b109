import type { Voice } from '../voices/voice.ts'

/** A voice for tests. Its provider is the part of the id before the colon. */
export const voice = (voiceId: string, fields: Partial<Voice> = {}): Voice => ({
  voiceId,
  name: voiceId,
  gender: 'female',
  locale: 'en-US',
  language: 'English',
  provider: voiceId.includes(':') ? voiceId.split(':')[0]! : 'local',
  category: 'Standard',
  providerMetadata: {},
  voiceStyles: [],
  voicePersonalities: [],
  isActive: true,
  popularity: 50,
  previewUrl: '',
  wordsPerMinute: 150,
  ...fields,
})
