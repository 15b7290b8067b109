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
      sound: [-0.58, -0.32, 0.86, -0.62, -0.68, -0.1, 0.13, 0.18],
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
      sound: [1.22, -0.53, 0.59, -0.19, 0.01, 0.54, -0.6, -0.14],
    },
    {
      slug: 'ernesto',
      name: 'Ernesto',
      styles: { em_santa: 1 },
      says: 'conversational mature',
      personality: 'gruff lively',
      popularity: 66,
      wordsPerMinute: 195,
      sound: [1.09, -0.96, 0.49, 0.83, -0.19, -0.14, 0, -0.39],
    },
  ]),
]
