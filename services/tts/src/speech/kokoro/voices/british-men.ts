import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const BRITISH_MEN: readonly KokoroVoice[] = voicesOf('en-GB', 'male', [
  {
    slug: 'laurence',
    name: 'Laurence',
    styles: { bm_george: 1 },
    says: 'narration conversational',
    personality: 'warm formal',
    popularity: 85,
    wordsPerMinute: 180,
    sound: [0.57, -0.19, 0.61, 0.44, -0.47, -0.15, -0.13, 1.02],
  },
  {
    slug: 'jeremy',
    name: 'Jeremy',
    styles: { bm_fable: 1 },
    says: 'conversational',
    personality: 'expressive lively',
    popularity: 80,
    wordsPerMinute: 184,
    sound: [1.6, 0.54, -0.99, 0.01, -0.08, 0.38, -0.28, 0.28],
  },
  {
    slug: 'simon',
    name: 'Simon',
    styles: { bm_daniel: 1 },
    says: 'conversational',
    personality: 'clear steady',
    popularity: 85,
    wordsPerMinute: 208,
    sound: [1.35, 0.32, 0.6, 0.43, -0.39, 0.59, 0.65, 0.77],
  },
  {
    slug: 'leonard',
    name: 'Leonard',
    styles: { bm_lewis: 1 },
    says: 'narration mature',
    personality: 'deep calm',
    popularity: 82,
    wordsPerMinute: 188,
    sound: [2.68, 0.67, 0.62, 0.65, 0.68, 0.09, -0.1, 0.35],
  },
])
