import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const HINDI: readonly KokoroVoice[] = [
  ...voicesOf('hi', 'female', [
    {
      slug: 'meera',
      name: 'Meera',
      styles: { hf_alpha: 1 },
      says: 'narration conversational',
      personality: 'clear warm',
      popularity: 66,
      wordsPerMinute: 154,
      sound: [-1.7, -0.02, 0.71, 0.37, 1, -0.18, 0.31, 0.68],
    },
    {
      slug: 'sunita',
      name: 'Sunita',
      styles: { hf_beta: 1 },
      says: 'conversational',
      personality: 'bright lively',
      popularity: 66,
      wordsPerMinute: 172,
      sound: [-1.22, -0.25, 0.56, -0.24, 0.3, -0.64, -0.16, 1.07],
    },
  ]),
  ...voicesOf('hi', 'male', [
    {
      slug: 'rohan',
      name: 'Rohan',
      styles: { hm_omega: 1 },
      says: 'narration conversational',
      personality: 'clear steady',
      popularity: 69,
      wordsPerMinute: 147,
      sound: [1.32, -0.75, 0.74, -0.14, 0.41, -0.91, 0.03, 0.07],
    },
    {
      slug: 'suresh',
      name: 'Suresh',
      styles: { hm_psi: 1 },
      says: 'conversational',
      personality: 'calm plain',
      popularity: 74,
      wordsPerMinute: 148,
      sound: [1.05, -0.71, 0.14, -0.09, 0.66, -0.8, -1.05, 0.36],
    },
  ]),
]
