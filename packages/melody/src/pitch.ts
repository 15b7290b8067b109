import { PitchDetector } from 'pitchy'
import { HOP_MS, levelsOf, RATE } from './features.ts'

/** Samples in which the pitch is found: two periods of the lowest voice. */
const WINDOW = 640
const HOP = (RATE * HOP_MS) / 1_000
const LOWEST_HZ = 60
const HIGHEST_HZ = 500
/** Below it a frame has no voice, 0 to 1 (McLeod pitch method). */
const CLEAR = 0.8
/** Frames this far below the loudest (dB) are breath or noise. */
const SILENT_BELOW = 32
/** A frame this far from its neighbors (semitones) is an error of an octave. */
const JUMP = 7

export const semitones = (hz: number, from: number): number => 12 * Math.log2(hz / from)

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Fundamental frequency of each frame in Hz; 0 where there is no voice. `samples` are at {@link RATE}. */
export function pitchOf(samples: Float32Array): Float32Array {
  const detector = PitchDetector.forFloat32Array(WINDOW)
  const levels = levelsOf(samples)
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity)
  const found = Float32Array.from(levels, (level, frame) => {
    const window = samples.subarray(frame * HOP, frame * HOP + WINDOW)
    if (level < loudest - SILENT_BELOW || window.length < WINDOW) return 0
    const [hz, clarity] = detector.findPitch(window, RATE)
    return clarity >= CLEAR && hz >= LOWEST_HZ && hz <= HIGHEST_HZ ? hz : 0
  })
  return found.map((hz, frame) => {
    if (hz === 0) return 0
    const near = [...found.subarray(Math.max(0, frame - 5), frame + 6)].filter((each) => each > 0)
    return near.length >= 3 && Math.abs(semitones(hz, median(near))) < JUMP ? hz : 0
  })
}
