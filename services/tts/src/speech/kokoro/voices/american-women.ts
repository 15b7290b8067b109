import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const AMERICAN_WOMEN: readonly KokoroVoice[] = voicesOf('en-US', 'female', [
  { slug: 'nora',
 name: 'Nora', styles: { af_heart: 1 }, says: 'narration conversational', personality: 'warm clear', popularity: 98, wordsPerMinute: 203, sound: [-1.67, -0.54, -0.18, -0.17, 0.57, -0.25, 0.43, 0.03] },
  { slug: 'vivian',
 name: 'Vivian', styles: { af_bella: 1 }, says: 'conversational', personality: 'expressive warm', popularity: 82, wordsPerMinute: 194, sound: [-1.83, 0.26, 0.11, -0.59, 0.03, -0.39, 0.41, 0.52] },
  { slug: 'julia',
 name: 'Julia', styles: { af_sarah: 1 }, says: 'narration conversational', personality: 'clear steady', popularity: 90, wordsPerMinute: 202, sound: [-1.53, -0.45, 0.24, 0.35, 0.14, -0.01, -0.14, 0.61] },
  { slug: 'leah',
 name: 'Leah', styles: { af_sky: 1 }, says: 'conversational', personality: 'gentle soft', popularity: 86, wordsPerMinute: 205, sound: [-0.4, -0.27, 0.29, -0.82, -0.22, -0.13, -0.4, 0.47] },
  { slug: 'naomi',
 name: 'Naomi', styles: { af_kore: 1 }, says: 'conversational', personality: 'steady strong', popularity: 92, wordsPerMinute: 196, sound: [-0.16, -0.69, 0.08, 0.23, -0.48, 0.22, 0.48, 0.4] },
  { slug: 'joan',
 name: 'Joan', styles: { af_alloy: 1 }, says: 'conversational mature', personality: 'calm low', popularity: 92, wordsPerMinute: 200, sound: [0.35, -0.42, -0.03, 0.05, -0.84, 0.04, -0.52, 0.31] },
  { slug: 'phoebe',
 name: 'Phoebe', styles: { af_aoede: 1 }, says: 'conversational', personality: 'bright friendly', popularity: 91, wordsPerMinute: 203, sound: [-1.14, -0.47, 0.37, -0.66, -0.24, 0.77, 0.27, -0.5] },
  { slug: 'kelsey',
 name: 'Kelsey', styles: { af_jessica: 1 }, says: 'conversational youthful', personality: 'bright eager', popularity: 78, wordsPerMinute: 230, sound: [-2.05, 0.25, 0.54, -0.33, 0.74, -0.12, -0.34, -0.11] },
  { slug: 'megan',
 name: 'Megan', styles: { af_river: 1 }, says: 'conversational', personality: 'brisk plain', popularity: 81, wordsPerMinute: 226, sound: [-1.19, -0.15, 0.84, 0.22, -0.47, -0.53, -0.12, -0.55] },
  { slug: 'audrey',
 name: 'Audrey', styles: { af_nova: 1 }, says: 'conversational', personality: 'even dry', popularity: 72, wordsPerMinute: 208, sound: [-0.41, -1.01, -0.56, -0.24, 0.11, 0.25, 0.17, -0.14] },
])
