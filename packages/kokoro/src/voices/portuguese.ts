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
      sound: [-0.64, 0.63, -0.2, 0.19, 1.03, -0.05, -0.1, -0.17],
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
      sound: [-1.51, 0.34, -0.05, -0.08, 0.48, 0.05, 0.12, -0.69],
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
      sound: [0.97, 0.51, 0.37, 0.16, 0.34, 0.75, 0.15, 0.21],
    },
    {
      slug: 'otavio',
      name: 'Otávio',
      styles: { pm_santa: 1 },
      says: 'conversational mature',
      personality: 'gruff lively',
      popularity: 66,
      wordsPerMinute: 184,
      sound: [0.84, 0.81, 0.96, -0.67, 0.33, -0.12, -0.16, -0.33],
    },
    {
      slug: 'henrique',
      name: 'Henrique',
      styles: { pm_alex: 0.5, am_onyx: 0.5 },
      pitch: 0.92,
      says: 'conversational mature',
      personality: 'deep grave',
      popularity: 78,
      wordsPerMinute: 186,
      sound: [2.76, 0.51, 0.04, 0.18, -0.05, 0.53, -0.07, -0.44],
    },
  ]),
]
