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
    sound: [0.66, -0.98, 0.28, -0.1, 0.48, 0.49, -0.39, 0.5],
  },
  {
    slug: 'jeremy',
    name: 'Jeremy',
    styles: { bm_fable: 1 },
    says: 'conversational',
    personality: 'expressive lively',
    popularity: 80,
    wordsPerMinute: 184,
    sound: [1.72, 0.75, 0.06, 0.25, 0.49, 0.57, -0.72, -0.06],
  },
  {
    slug: 'simon',
    name: 'Simon',
    styles: { bm_daniel: 1 },
    says: 'conversational',
    personality: 'clear steady',
    popularity: 85,
    wordsPerMinute: 208,
    sound: [1.5, -0.73, 0.33, 0.23, 1.17, 0.01, 0.08, 0.16],
  },
  {
    slug: 'leonard',
    name: 'Leonard',
    styles: { bm_lewis: 1 },
    says: 'narration mature',
    personality: 'deep calm',
    popularity: 82,
    wordsPerMinute: 188,
    sound: [2.68, -0.14, 0.31, -0.97, 0.59, 0.75, -0.07, 0.01],
  },
])
