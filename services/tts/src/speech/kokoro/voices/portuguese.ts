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
      sound: [-0.51, -0.16, 0.81, -0.12, -0.83, -0.29, 0.31, 0.29],
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
      sound: [1.11, -0.59, 0.51, -0.13, -0.33, 0.65, -0.2, 0.28],
    },
    {
      slug: 'otavio',
      name: 'Otávio',
      styles: { pm_santa: 1 },
      says: 'conversational mature',
      personality: 'gruff lively',
      popularity: 66,
      wordsPerMinute: 184,
      sound: [0.94, -1.21, 0.26, 0.58, -0.43, -0.07, 0.2, -0.49],
    },
  ]),
]
