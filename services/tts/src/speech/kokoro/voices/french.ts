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
      sound: [-1.72, -0.82, -0.89, 0.35, 0.37, 0.24, 0.1, 0.53],
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
      sound: [0.55, -0.2, -0.7, 0.32, -0.18, -0.2, -0.89, 0.39],
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
      sound: [2.5, -0.41, -0.38, -0.54, 0.55, -0.16, 0.01, 0.72],
    },
  ]),
]
