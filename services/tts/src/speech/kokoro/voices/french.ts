import type { KokoroVoice } from '../kokoro-voice.ts'
import { voicesOf } from './voice-row.ts'

export const FRENCH: readonly KokoroVoice[] = voicesOf('fr', 'female', [
  {
    slug: 'juliette',
    name: 'Juliette',
    styles: { ff_siwis: 1 },
    says: 'narration conversational',
    personality: 'clear warm',
    popularity: 66,
    wordsPerMinute: 190,
    sound: [-1.82, -0.27, 1.22, 0.39, -0.39, 0.12, -0.18, -0.19],
  },
])
