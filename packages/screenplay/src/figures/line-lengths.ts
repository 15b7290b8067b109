import { speedOf, wordsMs } from '../timing/speech-time.ts'
import type { ScriptFacts } from './script-facts.ts'

/** How a line is, or will be, heard. */
export type Spoken = {
  /** Length of its clip as it is stored; undefined if there is none in the present voice. */
  clipMs: number | undefined
  /** Undefined for a line without a voice. */
  voiceId: string | undefined
  /** The pace of its character: 2 halves the time. */
  pace: number
}
export type LengthSource = {
  spoken(line: number): Spoken
  /** The usual speed of a voice, if its provider knows it. */
  wordsPerMinute(voiceId: string): number | undefined
}
export type LineLengths = {
  /** Of each line at 1×, in milliseconds; 0 for lines that are not read. */
  ms: Float64Array
  /** 1 for a line whose clip is not made yet. */
  isEstimated: Uint8Array
}

/** Fewer clips tell more about their lines than about their voice. */
const LEAST_CLIPS = 3

type Sample = { words: number; clips: number; ms: number }
const empty = (): Sample => ({ words: 0, clips: 0, ms: 0 })

/**
 * Returns how long each line is heard: as long as its clip, else estimated from the speed of its voice. The speed is that
 * of the voice's own clips in this script, else the one that its provider states, else that of all clips, else a usual one.
 */
export function lineLengths({ isRead, usual }: ScriptFacts, source: LengthSource): LineLengths {
  const ms = new Float64Array(isRead.length)
  const isEstimated = new Uint8Array(isRead.length)
  const all = empty()
  const byVoice = new Map<string, Sample>()
  const unmade: { line: number; voiceId: string | undefined; pace: number }[] = []
  for (let line = 0; line < isRead.length; line++) {
    if (!isRead[line]) continue
    const { clipMs, voiceId, pace } = source.spoken(line)
    if (clipMs === undefined) {
      isEstimated[line] = 1
      unmade.push({ line, voiceId, pace })
      continue
    }
    ms[line] = clipMs / pace
    let own = byVoice.get(voiceId ?? '')
    if (!own) byVoice.set(voiceId ?? '', (own = empty()))
    for (const sample of [own, all]) {
      sample.words += usual[line]!
      sample.clips++
      sample.ms += clipMs
    }
  }
  const learned = (sample: Sample | undefined) =>
    sample && sample.clips >= LEAST_CLIPS ? speedOf(sample) : undefined
  const speeds = new Map<string | undefined, number | undefined>()
  for (const { line, voiceId, pace } of unmade) {
    if (!speeds.has(voiceId)) {
      const own =
        voiceId === undefined ? undefined : (learned(byVoice.get(voiceId)) ?? source.wordsPerMinute(voiceId))
      speeds.set(voiceId, own ?? learned(all))
    }
    ms[line] = wordsMs(usual[line]!, speeds.get(voiceId)) / pace
  }
  return { ms, isEstimated }
}
