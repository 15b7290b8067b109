import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const BRITISH_WOMEN: readonly KokoroVoice[] = voicesOf('en-GB', 'female', [
  {
    slug: 'eleanor',
    name: 'Eleanor',
    styles: { bf_emma: 1 },
    says: 'narration conversational',
    personality: 'clear calm',
    popularity: 92,
    wordsPerMinute: 214,
    sound: [-1.15, 0.1, -0.16, 0.88, -0.17, -0.09, 0.76, 0.49],
  },
  {
    slug: 'penelope',
    name: 'Penelope',
    styles: { bf_isabella: 1 },
    says: 'conversational',
    personality: 'bright formal',
    popularity: 80,
    wordsPerMinute: 208,
    sound: [-1.84, 0.21, 0.05, 0.7, 0.97, -0.16, -0.32, 0.36],
  },
  {
    slug: 'rosalind',
    name: 'Rosalind',
    styles: { bf_lily: 1 },
    says: 'conversational',
    personality: 'warm lively',
    popularity: 81,
    wordsPerMinute: 200,
    sound: [-0.97, 0.52, 0.11, 0.22, 0.02, 1.02, 0.46, 0.42],
  },
  {
    slug: 'matilda',
    name: 'Matilda',
    styles: { bf_alice: 1 },
    says: 'conversational youthful',
    personality: 'bright expressive',
    popularity: 71,
    wordsPerMinute: 198,
    sound: [-1.83, 0.42, -0.13, 0.58, -0.06, 0.6, -0.33, 0.14],
  },
])
