import type { FliteSettings } from './flite.ts'
import { spelledText } from '@andscene/screenplay/pronunciation/sounding-text'
import { paceOf } from '../../delivery.ts'
import { textForFlite } from '../speech-text.ts'
import VOICES from './voices.json' with { type: 'json' }
import { localVoice, type LocalVoice, type VoiceFacts } from '../voice-spec.ts'

type Speaker = Omit<VoiceFacts, 'locale' | 'language' | 'category'> & {
  settings: Omit<FliteSettings, 'voice'>
}

type Recording = { voice: FliteSettings['voice']; locale: string; speakers: Speaker[] }

/** The four best voices of CMU Flite: each as recorded, and as a larger and a smaller speaker. */
const RECORDED = VOICES as Recording[]

export const FLITE_VOICES: LocalVoice[] = RECORDED.flatMap(({ voice, locale, speakers }) =>
  speakers.map(({ settings, ...facts }) => ({
    voice: localVoice({ ...facts, locale, language: 'English', category: 'Recorded' }),
    task: (text, delivery = {}, sounds = []) => ({
      engine: 'flite',
      text: textForFlite(spelledText(text, sounds)),
      settings: {
        voice,
        ...settings,
        pitch: settings.pitch * 2 ** ((delivery.pitch ?? 0) / 12),
        stretch: settings.stretch / paceOf(delivery),
      },
    }),
  })),
)
