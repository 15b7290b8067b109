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
    wordsPerMinute: 205,
    sound: [-1.23, 0.15, -0.23, -0.81, 0.43, -0.09, 0.83, 0.09],
  },
  {
    slug: 'penelope',
    name: 'Penelope',
    styles: { bf_isabella: 1 },
    says: 'conversational',
    personality: 'bright formal',
    popularity: 80,
    wordsPerMinute: 201,
    sound: [-1.89, 0.25, 0.04, -1.06, -0.44, 0.25, -0.36, 0.18],
  },
  {
    slug: 'rosalind',
    name: 'Rosalind',
    styles: { bf_lily: 1 },
    says: 'conversational',
    personality: 'warm lively',
    popularity: 81,
    wordsPerMinute: 196,
    sound: [-0.98, -0.3, -0.12, -0.21, 0.38, 1.04, 0.48, 0.23],
  },
  {
    slug: 'matilda',
    name: 'Matilda',
    styles: { bf_alice: 1 },
    says: 'conversational youthful',
    personality: 'bright expressive',
    popularity: 71,
    wordsPerMinute: 196,
    sound: [-1.85, -0.36, -0.31, -0.43, 0.43, 0.59, -0.36, 0.22],
  },
])
