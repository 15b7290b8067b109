import type { Place } from '@andscene/contracts/own-sound'
import { biquad, compress, gain, noise, room, saturate, type Effect } from './filters.ts'

type PlaceOf = {
  /** How long it sounds after its end. Seconds. */
  tail: number
  effects(sampleRate: number): readonly Effect[]
}

/** A Butterworth filter of the fourth order, as two of the second. */
const steep = (rate: number, kind: 'high-pass' | 'low-pass', hertz: number): Effect[] =>
  [0.54, 1.31].map((q) => biquad(rate, { kind, hertz, q }))

/** The levels are set for speech as loud as a clip: a phone and a radio keep it, a door lowers it. */
const PLACES: Record<Place, PlaceOf> = {
  phone: {
    tail: 0,
    effects: (rate) => [
      ...steep(rate, 'high-pass', 300),
      biquad(rate, { kind: 'peak', hertz: 1_700, q: 0.8, gainDb: 4 }),
      compress(rate, { threshold: 0.04, ratio: 2.5, attackMs: 8, releaseMs: 200 }),
      gain(11),
      saturate(0.6),
      ...steep(rate, 'low-pass', 3_400),
    ],
  },
  radio: {
    tail: 0,
    effects: (rate) => [
      noise(-38),
      ...steep(rate, 'high-pass', 500),
      biquad(rate, { kind: 'peak', hertz: 1_400, q: 1, gainDb: 5 }),
      compress(rate, { threshold: 0.05, ratio: 3, attackMs: 4, releaseMs: 90 }),
      gain(13.5),
      saturate(0.5),
      ...steep(rate, 'low-pass', 2_600),
    ],
  },
  door: {
    tail: 0.12,
    effects: (rate) => [
      biquad(rate, { kind: 'low-pass', hertz: 900 }),
      gain(-4),
      room(rate, [13.1, 19.7, 27.3], 0.35, -14),
      saturate(0.95),
    ],
  },
}

/** Noise starts and stops over this time, without clicks. Seconds. */
const EDGE = 0.003
/** Seconds between two yields. */
const SLICE = 0.2

export const tailOf = (place: Place | undefined): number => (place ? PLACES[place].tail : 0)

/** Returns `samples` as heard in a place, and its tail: yields after each slice. */
export function* placed(
  samples: Float32Array,
  sampleRate: number,
  place: Place,
): Generator<void, Float32Array<ArrayBuffer>> {
  const out = new Float32Array(samples.length + Math.round(tailOf(place) * sampleRate))
  out.set(samples)
  const effects = PLACES[place].effects(sampleRate)
  const slice = Math.round(SLICE * sampleRate)
  for (let at = 0; at < out.length; at += slice) {
    const part = out.subarray(at, at + slice)
    for (const effect of effects) effect(part)
    yield
  }
  fadeEdges(out, Math.min(Math.round(EDGE * sampleRate), out.length >> 1))
  return out
}

function fadeEdges(samples: Float32Array, length: number): void {
  for (let i = 0; i < length; i += 1) {
    const fade = (i + 0.5) / length
    samples[i]! *= fade
    samples[samples.length - 1 - i]! *= fade
  }
}
