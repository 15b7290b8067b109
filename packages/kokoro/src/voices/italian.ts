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
      sound: [-1.99, 0.59, 0.66, -0.2, 0.02, -0.01, -0.82, -0.43],
    },
    {
      slug: 'ornella',
      name: 'Ornella',
      styles: { if_sara: 0.5, af_kore: 0.5 },
      pitch: 0.9,
      says: 'conversational mature',
      personality: 'low steady',
      popularity: 81,
      wordsPerMinute: 172,
      sound: [-0.5, 0.69, -0.61, -0.01, -0.05, -0.42, -0.39, -0.33],
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
      sound: [3.06, 0.43, -0.24, -0.96, 0.2, 0.07, 0.25, 0.05],
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
      sound: [3.79, 0.56, 0.22, -0.45, -0.05, 0.22, -0.05, -0.25],
    },
    {
      slug: 'fabio',
      name: 'Fabio',
      styles: { im_nicola: 0.5, am_liam: 0.5 },
      pitch: 1.12,
      says: 'conversational youthful',
      personality: 'light friendly',
      popularity: 88,
      wordsPerMinute: 170,
      sound: [1.64, 0.24, 0.26, -0.23, 1.02, 0.06, 0.23, -0.26],
    },
  ]),
]
