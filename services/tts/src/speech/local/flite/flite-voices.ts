import type { Voice } from '@andscene/contracts/voice'
import type { FliteSettings } from './flite.ts'
import { textForFlite } from '../speech-text.ts'
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

/** The four good voices of CMU Flite, each as recorded and as two other people: deeper and larger, higher and smaller. */
const RECORDED: { voice: FliteSettings['voice']; locale: string; speakers: Speaker[] }[] = [
  {
    voice: 'slt',
    locale: 'en-US',
    speakers: [
      {
        id: 'flite-slt',
        name: 'Claire',
        gender: 'female',
        styles: ['narration', 'conversational'],
        personalities: ['clear', 'warm'],
        popularity: 100,
        wordsPerMinute: 178,
        settings: { pitch: 1, stretch: 1.12, brightness: 1 },
      },
      {
        id: 'flite-slt-low',
        name: 'Ruth',
        gender: 'female',
        styles: ['narration', 'mature'],
        personalities: ['calm', 'deep'],
        popularity: 92,
        wordsPerMinute: 170,
        settings: { pitch: 0.93, stretch: 1.18, brightness: 0.93 },
      },
      {
        id: 'flite-slt-high',
        name: 'Poppy',
        gender: 'female',
        styles: ['conversational', 'youthful'],
        personalities: ['bright', 'lively'],
        popularity: 90,
        wordsPerMinute: 186,
        settings: { pitch: 1.08, stretch: 1.08, brightness: 1.08 },
      },
    ],
  },
  {
    voice: 'rms',
    locale: 'en-US',
    speakers: [
      {
        id: 'flite-rms',
        name: 'Warren',
        gender: 'male',
        styles: ['narration', 'conversational'],
        personalities: ['calm', 'clear'],
        popularity: 98,
        wordsPerMinute: 176,
        settings: { pitch: 1, stretch: 1, brightness: 1 },
      },
      {
        id: 'flite-rms-low',
        name: 'Magnus',
        gender: 'male',
        styles: ['narration', 'mature'],
        personalities: ['deep', 'grave'],
        popularity: 91,
        wordsPerMinute: 168,
        settings: { pitch: 1, stretch: 1.05, brightness: 0.9 },
      },
      {
        id: 'flite-rms-high',
        name: 'Toby',
        gender: 'male',
        styles: ['conversational', 'youthful'],
        personalities: ['bright', 'friendly'],
        popularity: 89,
        wordsPerMinute: 185,
        settings: { pitch: 1, stretch: 0.95, brightness: 1.12 },
      },
    ],
  },
  {
    voice: 'awb',
    locale: 'en-GB',
    speakers: [
      {
        id: 'flite-awb',
        name: 'Alasdair',
        gender: 'male',
        styles: ['conversational', 'scottish'],
        personalities: ['warm', 'lively'],
        popularity: 94,
        wordsPerMinute: 177,
        settings: { pitch: 1, stretch: 1.12, brightness: 1 },
      },
      {
        id: 'flite-awb-low',
        name: 'Fergus',
        gender: 'male',
        styles: ['mature', 'scottish'],
        personalities: ['deep', 'gruff'],
        popularity: 88,
        wordsPerMinute: 168,
        settings: { pitch: 0.9, stretch: 1.18, brightness: 0.92 },
      },
      {
        id: 'flite-awb-high',
        name: 'Rory',
        gender: 'male',
        styles: ['youthful', 'scottish'],
        personalities: ['bright', 'eager'],
        popularity: 86,
        wordsPerMinute: 184,
        settings: { pitch: 1.1, stretch: 1.08, brightness: 1.08 },
      },
    ],
  },
  {
    voice: 'kal16',
    locale: 'en-US',
    speakers: [
      {
        id: 'flite-kal16',
        name: 'Walter',
        gender: 'male',
        styles: ['announcer', 'robotic'],
        personalities: ['steady', 'formal'],
        popularity: 80,
        wordsPerMinute: 182,
        settings: { pitch: 1, stretch: 1.17, brightness: 1 },
      },
      {
        id: 'flite-kal16-low',
        name: 'Otis',
        gender: 'male',
        styles: ['announcer', 'robotic'],
        personalities: ['deep', 'grave'],
        popularity: 76,
        wordsPerMinute: 174,
        settings: { pitch: 0.95, stretch: 1.23, brightness: 0.92 },
      },
      {
        id: 'flite-kal16-high',
        name: 'Jasper',
        gender: 'male',
        styles: ['youthful', 'robotic'],
        personalities: ['bright', 'nervous'],
        popularity: 74,
        wordsPerMinute: 190,
        settings: { pitch: 1.2, stretch: 1.12, brightness: 1.08 },
      },
    ],
  },
]

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
