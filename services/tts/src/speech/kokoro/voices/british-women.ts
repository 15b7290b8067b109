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
    sound: [-1.1, 0.12, 0.15, 0.89, -0.48, -0.13, -0.78, 0.03],
  },
  {
    slug: 'penelope',
    name: 'Penelope',
    styles: { bf_isabella: 1 },
    says: 'conversational',
    personality: 'bright formal',
    popularity: 80,
    wordsPerMinute: 208,
    sound: [-1.79, -0.09, 0.01, 1.14, 0.3, 0.23, 0.42, -0.05],
  },
  {
    slug: 'rosalind',
    name: 'Rosalind',
    styles: { bf_lily: 1 },
    says: 'conversational',
    personality: 'warm lively',
    popularity: 81,
    wordsPerMinute: 200,
    sound: [-0.87, 0.22, -0.16, 0.3, -0.47, 1.04, -0.46, -0.09],
  },
  {
    slug: 'matilda',
    name: 'Matilda',
    styles: { bf_alice: 1 },
    says: 'conversational youthful',
    personality: 'bright expressive',
    popularity: 71,
    wordsPerMinute: 198,
    sound: [-1.71, 0.5, -0.27, 0.35, -0.36, 0.6, 0.28, 0.34],
  },
])
