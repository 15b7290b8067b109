import { KOKORO_VOICES } from '../../voices/kokoro-voices.ts'
import type { KokoroVoice } from '../../kokoro-voice.ts'

/** All natural voices, in a style of the tiny model. */
export const TINY_VOICES: readonly KokoroVoice[] = KOKORO_VOICES.map((entry) => ({
  ...entry,
  settings: { ...entry.settings, styles: [{ name: 'tiny_low', share: 1 }] },
}))
