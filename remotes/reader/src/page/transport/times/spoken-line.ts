import type { AudioCache, Line } from '@andscene/contracts/script'
import type { Spoken } from '@andscene/screenplay/figures/line-lengths'
import { paceOf } from '@andscene/screenplay/sound/line-sounds'
import { asCast, voiceForLine } from '@andscene/screenplay/voices'
import { isSpokenBy } from '../../../player/clips/clip-book.ts'
import type { OpenScript } from '../../open-script.ts'

/** Returns how a line is spoken with a cast: its voice and pace, and the length of its clip if that has this voice. */
export function spokenLine(
  line: Line,
  clip: AudioCache | undefined,
  { casting, isVoice }: Pick<OpenScript, 'casting' | 'isVoice'>,
): Spoken {
  const voiceId = voiceForLine(line, casting, isVoice)
  const isPresent = isSpokenBy(clip, voiceId, asCast(line, casting).language)
  return {
    clipMs: isPresent && clip && clip.durationMs > 0 ? clip.durationMs : undefined,
    voiceId,
    pace: paceOf(line, casting),
  }
}
