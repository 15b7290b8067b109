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
    sound: [0.65, -0.46, -0.54, 0.22, -0.46, -0.16, -0.23, 1],
  },
  {
    slug: 'jeremy',
    name: 'Jeremy',
    styles: { bm_fable: 1 },
    says: 'conversational',
    personality: 'expressive lively',
    popularity: 80,
    wordsPerMinute: 184,
    sound: [1.67, 0.77, 0.79, 0, -0.26, 0.38, 0.27, 0.38],
  },
  {
    slug: 'simon',
    name: 'Simon',
    styles: { bm_daniel: 1 },
    says: 'conversational',
    personality: 'clear steady',
    popularity: 85,
    wordsPerMinute: 208,
    sound: [1.43, 0.05, -0.64, 0.16, -0.52, 0.54, -0.89, 0.5],
  },
  {
    slug: 'leonard',
    name: 'Leonard',
    styles: { bm_lewis: 1 },
    says: 'narration mature',
    personality: 'deep calm',
    popularity: 82,
    wordsPerMinute: 188,
    sound: [2.76, 0.42, -0.86, 0.52, 0.49, 0.32, 0.08, 0.52],
  },
])
