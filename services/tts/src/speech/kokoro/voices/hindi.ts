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
      sound: [-1.76, -0.43, -0.67, 0.03, 0.72, -1.05, -0.11, 0.17],
    },
    {
      slug: 'sunita',
      name: 'Sunita',
      styles: { hf_beta: 1 },
      says: 'conversational',
      personality: 'bright lively',
      popularity: 66,
      wordsPerMinute: 172,
      sound: [-1.25, -0.38, -0.44, -0.47, -0.03, -0.83, -0.26, 0.92],
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
      sound: [1.23, -0.88, -0.08, -0.72, -0.38, -0.79, -0.09, -0.16],
    },
    {
      slug: 'suresh',
      name: 'Suresh',
      styles: { hm_psi: 1 },
      says: 'conversational',
      personality: 'calm plain',
      popularity: 74,
      wordsPerMinute: 148,
      sound: [0.99, -0.67, 0.31, -0.54, -0.26, -0.91, 0.87, 0.57],
    },
  ]),
]
