import type { Tensor } from 'onnxruntime-common'
import { NAMES } from '../graph-names.ts'
import type { Runtime } from './crew.ts'
import { PER_FRAME } from './frame-values.ts'
import { retime, soundingFrames } from './retime.ts'

/** The tokens of a stressed word, from `first` to before `end`. */
export type Stress = { first: number; end: number }

/** Factor of its length, and in its middle of its pitch. */
const LONGER = 1.25
const HIGHER = 1.2
/** In its middle, added to the energy curve: 1 is about 4 dB. */
const LOUDER = 0.8
/** Makes words longer, higher and louder in the values of a text. Returns the frames that each token takes then. */
export function stressWords(
  runtime: Runtime,
  values: Map<string, Tensor>,
  durations: readonly number[],
  words: readonly Stress[],
): number[] {
  const isStressed = (token: number) => words.some(({ first, end }) => token >= first && token < end)
  // Rounded over the word: its tokens take few frames each.
  let exact = 0
  const longer = durations.map((frames, token) => {
    const before = Math.round(exact)
    exact += frames * (isStressed(token) ? LONGER : 1)
    return Math.round(exact) - before
  })
  retime(runtime, values, durations, longer)
  const frameAt = soundingFrames(longer)
  for (const { first, end } of words) {
    const [from, to] = [frameAt(first), frameAt(end)]
    swell(values, NAMES.pitch, { from, to }, (value, share) => value * (1 + (HIGHER - 1) * share))
    swell(values, NAMES.energy, { from, to }, (value, share) => value + LOUDER * share)
  }
  return longer
}

/** Changes the values from one frame to another, most in the middle. */
function swell(
  values: ReadonlyMap<string, Tensor>,
  name: string,
  { from, to }: { from: number; to: number },
  change: (value: number, share: number) => number,
): void {
  const curve = values.get(name)!.data as Float32Array
  const each = PER_FRAME[name]!
  const length = (to - from) * each
  for (let index = 0; index < length; index++) {
    const share = Math.sin((Math.PI * (index + 0.5)) / length)
    curve[from * each + index] = change(curve[from * each + index]!, share)
  }
}
