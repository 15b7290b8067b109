import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const AMERICAN_MEN: readonly KokoroVoice[] = voicesOf('en-US', 'male', [
  { slug: 'thomas',
 name: 'Thomas', styles: { am_michael: 1 }, says: 'narration conversational', personality: 'warm calm', popularity: 89, wordsPerMinute: 181, sound: [1.89, 0.29, 0.15, -0.3, -0.05, 0.7, -0.73, -0.26] },
  { slug: 'nathan',
 name: 'Nathan', styles: { am_echo: 1 }, says: 'narration conversational', personality: 'clear even', popularity: 81, wordsPerMinute: 199, sound: [1.83, -0.4, 0.21, 0.74, -0.04, -0.26, -0.19, 0.39] },
  { slug: 'jesse',
 name: 'Jesse', styles: { am_puck: 1 }, says: 'conversational', personality: 'lively friendly', popularity: 97, wordsPerMinute: 198, sound: [1.61, -0.82, 0.3, 0.24, 0.59, -0.28, -0.19, -0.1] },
  { slug: 'derek',
 name: 'Derek', styles: { am_fenrir: 1 }, says: 'conversational', personality: 'expressive strong', popularity: 89, wordsPerMinute: 197, sound: [0.79, -0.33, 0.52, 0.52, 0.14, -0.16, 0.36, -0.68] },
  { slug: 'ryan',
 name: 'Ryan', styles: { am_liam: 1 }, says: 'conversational youthful', personality: 'friendly plain', popularity: 84, wordsPerMinute: 220, sound: [1.41, 0.38, 0.48, -0.19, 0.54, 0.4, 0.6, 0.48] },
  { slug: 'kevin',
 name: 'Kevin', styles: { am_eric: 1 }, says: 'conversational youthful', personality: 'light bright', popularity: 91, wordsPerMinute: 228, sound: [-0.24, 0.67, 0.78, 0.47, -0.46, 0.57, -0.34, 0.24] },
  { slug: 'marcus',
 name: 'Marcus', styles: { am_adam: 1 }, says: 'conversational', personality: 'strong serious', popularity: 79, wordsPerMinute: 207, sound: [1.55, 0.3, 0.55, -0.46, 0.04, -0.85, 0.27, -0.15] },
  { slug: 'vernon',
 name: 'Vernon', styles: { am_onyx: 1 }, says: 'narration mature', personality: 'deep grave', popularity: 83, wordsPerMinute: 198, sound: [3.16, -0.53, -0.43, -0.63, -0.16, 0.26, 0.17, -0.08] },
  { slug: 'gus',
 name: 'Gus', styles: { am_santa: 1 }, says: 'conversational elderly', personality: 'gruff kind', popularity: 67, wordsPerMinute: 181, sound: [-0.18, 0.4, -0.01, 0.38, 0.83, 0.62, -0.27, -0.61] },
])
