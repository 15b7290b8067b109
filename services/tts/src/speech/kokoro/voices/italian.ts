import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const ITALIAN: readonly KokoroVoice[] = [
  ...voicesOf('it', 'female', [
    {
      slug: 'elisa',
      name: 'Elisa',
      styles: { if_sara: 1 },
      says: 'narration conversational',
      personality: 'clear lively',
      popularity: 70,
      wordsPerMinute: 182,
      sound: [-1.95, -0.81, 0.08, 0.29, 0.4, 0.02, -0.74, -0.48],
    },
  ]),
  ...voicesOf('it', 'male', [
    {
      slug: 'marco',
      name: 'Marco',
      styles: { im_nicola: 1 },
      says: 'narration conversational',
      personality: 'deep warm',
      popularity: 86,
      wordsPerMinute: 160,
      sound: [3.09, -0.3, -0.46, 0.97, 0.11, -0.16, 0.36, 0.05],
    },
    {
      slug: 'bruno',
      name: 'Bruno',
      styles: { im_nicola: 0.5, am_onyx: 0.5 },
      pitch: 0.92,
      says: 'conversational mature',
      personality: 'deep grave',
      popularity: 84,
      wordsPerMinute: 161,
      sound: [3.82, -0.45, -0.29, 0.45, 0.6, 0.05, 0.14, -0.3],
    },
  ]),
]
