import type { Voice } from '@andscene/contracts/voice'

/** A voice as the backend lists it. */
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
