import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const PORTUGUESE: readonly KokoroVoice[] = [
  ...voicesOf('pt-BR', 'female', [
    {
      slug: 'camila',
      name: 'Camila',
      styles: { pf_dora: 1 },
      says: 'narration conversational',
      personality: 'clear warm',
      popularity: 66,
      wordsPerMinute: 189,
      sound: [-0.6, -0.37, -0.79, 0.2, -0.89, -0.01, -0.23, 0.03],
    },
    {
      slug: 'luana',
      name: 'Luana',
      styles: { pf_dora: 0.5, af_heart: 0.5 },
      pitch: 1.06,
      says: 'conversational youthful',
      personality: 'bright gentle',
      popularity: 80,
      wordsPerMinute: 186,
      sound: [-1.49, -0.39, -0.54, 0.37, -0.33, 0.02, 0.12, -0.46],
    },
  ]),
  ...voicesOf('pt-BR', 'male', [
    {
      slug: 'rodrigo',
      name: 'Rodrigo',
      styles: { pm_alex: 1 },
      says: 'narration conversational',
      personality: 'clear steady',
      popularity: 67,
      wordsPerMinute: 187,
      sound: [1.06, -0.64, -0.26, -0.02, -0.29, 0.75, 0.11, 0.21],
    },
    {
      slug: 'otavio',
      name: 'Otávio',
      styles: { pm_santa: 1 },
      says: 'conversational mature',
      personality: 'gruff lively',
      popularity: 66,
      wordsPerMinute: 184,
      sound: [0.94, -1.21, 0.18, 0.68, -0.32, -0.09, -0.11, -0.48],
    },
  ]),
]
