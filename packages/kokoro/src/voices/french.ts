import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const FRENCH: readonly KokoroVoice[] = [
  ...voicesOf('fr', 'female', [
    {
      slug: 'juliette',
      name: 'Juliette',
      styles: { ff_siwis: 1 },
      says: 'narration conversational',
      personality: 'clear warm',
      popularity: 66,
      wordsPerMinute: 190,
      sound: [-1.81, 1.21, -0.06, -0.18, 0.37, 0.27, 0.07, 0.48],
    },
    {
      slug: 'colette',
      name: 'Colette',
      styles: { ff_siwis: 0.6, af_kore: 0.4 },
      pitch: 0.88,
      says: 'conversational mature',
      personality: 'low steady',
      popularity: 73,
      wordsPerMinute: 194,
      sound: [-0.37, 1.22, -0.67, -0.17, -0.07, -0.13, 0.12, 0.45],
    },
  ]),
  ...voicesOf('fr', 'male', [
    {
      slug: 'antoine',
      name: 'Antoine',
      styles: { ff_siwis: 0.4, am_michael: 0.6 },
      says: 'conversational',
      personality: 'light warm',
      popularity: 73,
      wordsPerMinute: 188,
      sound: [0.5, 0.42, -0.18, -0.02, 0.54, -0.23, -0.83, 0.68],
    },
    {
      slug: 'bastien',
      name: 'Bastien',
      styles: { ff_siwis: 0.3, am_onyx: 0.7 },
      pitch: 0.9,
      says: 'conversational mature',
      personality: 'deep calm',
      popularity: 86,
      wordsPerMinute: 199,
      sound: [2.46, 0.48, 0.04, 0.55, -0.23, 0.22, 0.24, 0.8],
    },
  ]),
]
