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
    wordsPerMinute: 177,
    sound: [0.53, -0.48, 0.61, -0.37, 0.51, -0.23, 0.18, 0.95],
  },
  {
    slug: 'jeremy',
    name: 'Jeremy',
    styles: { bm_fable: 1 },
    speed: 0.96,
    says: 'conversational',
    personality: 'expressive lively',
    popularity: 80,
    wordsPerMinute: 172,
    sound: [1.56, 0.18, -1.04, 0.11, 0.28, 0.33, -0.27, 0.38],
  },
  {
    slug: 'simon',
    name: 'Simon',
    styles: { bm_daniel: 1 },
    speed: 0.97,
    says: 'conversational',
    personality: 'clear steady',
    popularity: 85,
    wordsPerMinute: 197,
    sound: [1.3, -0.76, 0.25, -0.27, 0.58, 0.51, 0.85, 0.45],
  },
  {
    slug: 'leonard',
    name: 'Leonard',
    styles: { bm_lewis: 1 },
    says: 'narration mature',
    personality: 'deep calm',
    popularity: 82,
    wordsPerMinute: 185,
    sound: [2.63, -1.01, 0.02, -0.71, -0.45, 0.4, -0.13, 0.38],
  },
])
