import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { Sound } from '@andscene/contracts/voices/pronunciation'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { SpokenTask } from '../threads/task.ts'

/** A local voice: its entry in the catalogue, and the tasks for its engine. */
export type LocalVoice = {
  voice: Voice
  /** `sounds`: pronunciations in the text, whose spellings are clean. */
  task: (text: string, delivery?: Delivery, sounds?: readonly Sound[]) => SpokenTask
}

type OfAll = 'voiceId' | 'provider' | 'providerMetadata' | 'isActive' | 'previewUrl'
export type VoiceFacts = Omit<Voice, OfAll> & { id: string }

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
