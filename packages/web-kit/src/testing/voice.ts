import { voice as voiceOf } from '@andscene/contracts/testing/voice'
import type { Voice } from '@andscene/contracts/voices/voice'

export const voice = (voiceId: string, fields: Partial<Voice> = {}): Voice =>
  voiceOf(voiceId, { category: 'Neural', ...fields })

export const naturalVoice = (voiceId: string, fields: Partial<Voice> = {}): Voice =>
  voice(voiceId, {
    provider: 'kokoro',
    category: 'Natural',
    providerMetadata: { VoiceType: 'Natural' },
    ...fields,
  })
