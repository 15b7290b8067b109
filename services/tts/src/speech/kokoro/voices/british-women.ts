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
    sound: [-1.04, 0.13, 1.08, -0.15, 0.62, -0.44, 0.11, 0.49],
  },
  {
    slug: 'penelope',
    name: 'Penelope',
    styles: { bf_isabella: 1 },
    says: 'conversational',
    personality: 'bright formal',
    popularity: 80,
    wordsPerMinute: 208,
    sound: [-1.78, 0.12, 0.63, -1.06, 0.05, -0.29, -0.44, -0.19],
  },
  {
    slug: 'rosalind',
    name: 'Rosalind',
    styles: { bf_lily: 1 },
    says: 'conversational',
    personality: 'warm lively',
    popularity: 81,
    wordsPerMinute: 200,
    sound: [-0.81, -0.02, 0.5, 0.11, 1.03, -0.28, -0.52, -0.43],
  },
  {
    slug: 'matilda',
    name: 'Matilda',
    styles: { bf_alice: 1 },
    says: 'conversational youthful',
    personality: 'bright expressive',
    popularity: 71,
    wordsPerMinute: 198,
    sound: [-1.61, -0.1, 0.43, -0.14, 0.35, 0.36, -0.83, -0.11],
  },
])
