import type { KokoroVoice } from '../kokoro-voice.ts'
import { AMERICAN_WOMEN } from './american-women.ts'
import { AMERICAN_MEN } from './american-men.ts'
import { BRITISH_WOMEN } from './british-women.ts'
import { BRITISH_MEN } from './british-men.ts'
import { BLENDED_AMERICAN_WOMEN } from './blended-american-women.ts'
import { BLENDED_AMERICAN_MEN } from './blended-american-men.ts'
import { BLENDED_BRITISH_WOMEN } from './blended-british-women.ts'
import { BLENDED_BRITISH_MEN } from './blended-british-men.ts'
import { SPANISH } from './spanish.ts'
import { FRENCH } from './french.ts'
import { ITALIAN } from './italian.ts'
import { PORTUGUESE } from './portuguese.ts'
import { HINDI } from './hindi.ts'

/** All natural voices on offer. Those of one language are told apart at once: decision 0041 says how they were chosen. */
export const KOKORO_VOICES: readonly KokoroVoice[] = [
  ...AMERICAN_WOMEN,
  ...AMERICAN_MEN,
  ...BRITISH_WOMEN,
  ...BRITISH_MEN,
  ...BLENDED_AMERICAN_WOMEN,
  ...BLENDED_AMERICAN_MEN,
  ...BLENDED_BRITISH_WOMEN,
  ...BLENDED_BRITISH_MEN,
  ...SPANISH,
  ...FRENCH,
  ...ITALIAN,
  ...PORTUGUESE,
  ...HINDI,
]

/** Names of the style files that they are made of. */
export const STYLES_USED: readonly string[] = [
  ...new Set(KOKORO_VOICES.flatMap(({ settings }) => settings.styles.map(({ name }) => name))),
].sort()
