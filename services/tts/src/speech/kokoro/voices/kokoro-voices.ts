import type { KokoroVoice } from '../kokoro-voice.ts'
import { AMERICAN_WOMEN } from './american-women.ts'
import { AMERICAN_MEN } from './american-men.ts'
import { BRITISH_WOMEN } from './british-women.ts'
import { BRITISH_MEN } from './british-men.ts'

/** All natural voices on offer. Those of one language are told apart at once: decision 0041 says how they were chosen. */
export const KOKORO_VOICES: readonly KokoroVoice[] = [
  ...AMERICAN_WOMEN,
  ...AMERICAN_MEN,
  ...BRITISH_WOMEN,
  ...BRITISH_MEN,
]

/** Names of the style files that they are made of. */
export const STYLES_USED: readonly string[] = [
  ...new Set(KOKORO_VOICES.flatMap(({ settings }) => settings.styles.map(({ name }) => name))),
].sort()
