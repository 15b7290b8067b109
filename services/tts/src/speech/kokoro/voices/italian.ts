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
      sound: [-1.94, -0.88, 0.27, 0.26, -0.08, -0.17, 0.69, -0.48],
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
      sound: [3.15, -0.21, 0.48, 1.08, 0.04, 0.32, -0.11, 0.02],
    },
  ]),
]
