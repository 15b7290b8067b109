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
      sound: [-0.7, 0.72, -0.17, 0.71, 0.75, 0.08, -0.08, -0.19],
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
      sound: [-1.51, 0.46, -0.56, 0.13, 0.41, 0.34, 0, -0.63],
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
      sound: [1.12, 0.61, 0.21, 0.24, -0.04, 0.58, 0.59, -0.03],
    },
    {
      slug: 'ernesto',
      name: 'Ernesto',
      styles: { em_santa: 1 },
      says: 'conversational mature',
      personality: 'gruff lively',
      popularity: 66,
      wordsPerMinute: 195,
      sound: [0.95, 0.88, 0.63, -0.71, 0.06, -0.24, 0.15, -0.36],
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
      sound: [2.68, 0.76, -0.12, -0.14, -0.42, 0.61, -0.03, -0.29],
    },
  ]),
]
