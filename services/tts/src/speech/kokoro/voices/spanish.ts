import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const SPANISH: readonly KokoroVoice[] = [
  ...voicesOf('es', 'female', [
    {
      slug: 'elena',
      name: 'Elena',
      styles: { ef_dora: 1 },
      says: 'narration conversational',
      personality: 'clear warm',
      popularity: 69,
      wordsPerMinute: 200,
      sound: [-0.66, -0.49, -0.81, -0.34, -0.83, 0.24, -0.21, -0.04],
    },
    {
      slug: 'marisol',
      name: 'Marisol',
      styles: { ef_dora: 0.5, af_heart: 0.5 },
      pitch: 1.06,
      says: 'conversational youthful',
      personality: 'bright gentle',
      popularity: 94,
      wordsPerMinute: 184,
      sound: [-1.48, -0.08, -0.86, 0.05, -0.29, 0.38, 0.06, -0.52],
    },
  ]),
  ...voicesOf('es', 'male', [
    {
      slug: 'diego',
      name: 'Diego',
      styles: { em_alex: 1 },
      says: 'narration conversational',
      personality: 'clear steady',
      popularity: 69,
      wordsPerMinute: 196,
      sound: [1.18, -0.64, -0.36, -0.24, 0, 0.49, 0.6, 0.1],
    },
    {
      slug: 'ernesto',
      name: 'Ernesto',
      styles: { em_santa: 1 },
      says: 'conversational mature',
      personality: 'gruff lively',
      popularity: 66,
      wordsPerMinute: 195,
      sound: [1, -1.1, -0.06, 0.69, -0.05, -0.29, 0.24, -0.41],
    },
    {
      slug: 'ramiro',
      name: 'Ramiro',
      styles: { em_alex: 0.5, am_onyx: 0.5 },
      pitch: 0.92,
      says: 'conversational mature',
      personality: 'deep grave',
      popularity: 84,
      wordsPerMinute: 182,
      sound: [2.77, -0.6, -0.5, -0.05, 0.38, 0.47, 0.05, -0.41],
    },
  ]),
]
