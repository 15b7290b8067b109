import type { Voice } from '@andscene/contracts/voice'
import type { SpokenTask } from '../threads/task.ts'

/** A local voice: what people are told about it, and how its engine is asked for it. */
export type LocalVoice = {
  voice: Voice
  /** `text` has been through `cleanText`. */
  task: (text: string) => SpokenTask
}

type VoiceFacts = Pick<
  Voice,
  | 'name'
  | 'gender'
  | 'locale'
  | 'language'
  | 'category'
  | 'voiceStyles'
  | 'voicePersonalities'
  | 'popularity'
  | 'wordsPerMinute'
> & { id: string }

export function localVoice({ id, ...facts }: VoiceFacts): Voice {
  return {
    voiceId: `local:${id}`,
    ...facts,
    provider: 'local',
    providerMetadata: { VoiceType: 'Standard' },
    isActive: true,
    previewUrl: '',
  }
}
