import type { Place } from '@andscene/contracts/own-sound'
import { placed } from './places.ts'
import { resampling } from './resample.ts'
import { stretch } from './time-stretch.ts'

export type Rendering = {
  /** Speed of the speech, with its pitch kept. */
  speed: number
  /** Semitones. */
  pitch?: number | undefined
  place?: Place | undefined
}

const ratioOf = (semitones: number): number => 2 ** (semitones / 12)

export const isPlain = ({ speed, pitch = 0, place }: Rendering): boolean =>
  speed === 1 && pitch === 0 && place === undefined

/**
 * Renders a clip for the listener: its samples at a speed and a pitch, as heard in a place. Yields often, so that a page
 * stays responsive. Returns 1/speed of the samples, then the tail of the place (`tailOf`). The same for the player and
 * for an export.
 */
export function* renderSound(
  samples: Float32Array<ArrayBuffer>,
  sampleRate: number,
  { speed, pitch = 0, place }: Rendering,
): Generator<void, Float32Array<ArrayBuffer>> {
  const ratio = ratioOf(pitch)
  let rendered = speed === ratio ? samples : yield* stretch(samples, sampleRate, speed / ratio)
  if (ratio !== 1) rendered = yield* resampling(rendered, ratio, Math.round(samples.length / speed))
  return place ? yield* placed(rendered, sampleRate, place) : rendered
}
