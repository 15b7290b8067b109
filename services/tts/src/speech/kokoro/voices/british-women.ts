import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const BRITISH_WOMEN: readonly KokoroVoice[] = voicesOf('en-GB', 'female', [
  { slug: 'eleanor',
 name: 'Eleanor', styles: { bf_emma: 1 }, says: 'narration conversational', personality: 'clear calm', popularity: 92, wordsPerMinute: 214, sound: [-1.46, 0.13, -0.5, -0.23, -0.25, -0.43, -0.93, -0.2] },
  { slug: 'penelope',
 name: 'Penelope', styles: { bf_isabella: 1 }, says: 'conversational', personality: 'bright formal', popularity: 80, wordsPerMinute: 208, sound: [-2.19, 0.25, -0.95, -0.02, 0.3, 0.53, -0.04, 0.29] },
  { slug: 'rosalind',
 name: 'Rosalind', styles: { bf_lily: 1 }, says: 'conversational', personality: 'warm lively', popularity: 81, wordsPerMinute: 200, sound: [-1.2, 0.4, -0.61, -0.02, -0.75, -0.22, 0.32, -0.53] },
  { slug: 'matilda',
 name: 'Matilda', styles: { bf_alice: 1 }, says: 'conversational youthful', personality: 'bright expressive', popularity: 71, wordsPerMinute: 198, sound: [-2.02, 0.24, -0.42, 0.73, 0.01, -0.19, 0.25, -0.24] },
])
