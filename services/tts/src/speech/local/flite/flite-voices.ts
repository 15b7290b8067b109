import type { Voice } from '@andscene/contracts/voice'
import type { FliteSettings } from './flite.ts'
import { textForFlite } from '../speech-text.ts'
import VOICES from './voices.json' with { type: 'json' }
import { localVoice, type LocalVoice } from '../voice-spec.ts'

type Speaker = {
  id: string
  name: string
  gender: Voice['gender']
  styles: string[]
  personalities: string[]
  popularity: number
  wordsPerMinute: number
  settings: Omit<FliteSettings, 'voice'>
}

type Recording = { voice: FliteSettings['voice']; locale: string; speakers: Speaker[] }

/** The four good voices of CMU Flite, each as recorded and as two other people: deeper and larger, higher and smaller. */
const RECORDED = VOICES as Recording[]

export const FLITE_VOICES: LocalVoice[] = RECORDED.flatMap(({ voice, locale, speakers }) =>
  speakers.map(({ id, name, gender, styles, personalities, popularity, wordsPerMinute, settings }) => ({
    voice: localVoice({
      id,
      name,
      gender,
      locale,
      language: 'English',
      category: 'Recorded',
      voiceStyles: styles,
      voicePersonalities: personalities,
      popularity,
      wordsPerMinute,
    }),
    task: (text) => ({ engine: 'flite', text: textForFlite(text), settings: { voice, ...settings } }),
  })),
)
