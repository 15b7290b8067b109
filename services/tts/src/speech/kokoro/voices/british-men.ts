import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const BRITISH_MEN: readonly KokoroVoice[] = voicesOf('en-GB', 'male', [
  { slug: 'laurence',
 name: 'Laurence', styles: { bm_george: 1 }, says: 'narration conversational', personality: 'warm formal', popularity: 85, wordsPerMinute: 180, sound: [0.31, 1.22, 0.08, 0.4, 0.07, 0, 0.12, 0.47] },
  { slug: 'jeremy',
 name: 'Jeremy', styles: { bm_fable: 1 }, says: 'conversational', personality: 'expressive lively', popularity: 80, wordsPerMinute: 184, sound: [1.34, -0.47, -0.86, 0.77, -0.02, -0.07, 0, 0.13] },
  { slug: 'simon',
 name: 'Simon', styles: { bm_daniel: 1 }, says: 'conversational', personality: 'clear steady', popularity: 85, wordsPerMinute: 208, sound: [1.17, 1.03, -0.19, -0.1, -0.56, 0.16, 0.66, -0.18] },
  { slug: 'leonard',
 name: 'Leonard', styles: { bm_lewis: 1 }, says: 'narration mature', personality: 'deep calm', popularity: 82, wordsPerMinute: 188, sound: [2.26, 0.72, -0.82, -0.36, 0.43, -0.62, -0.29, -0.03] },
])
