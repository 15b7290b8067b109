import type { Tensor } from 'onnxruntime-common'
import type { Runtime } from './crew.ts'
import { PER_FRAME } from './frame-values.ts'

/** Frames by which the sound of a word begins before those of its tokens (LATE_MS). */
const EARLY = 2

/** Stretches the values of a text, from frames that each token takes `before` to those `after`. */
export function retime(
  { Tensor }: Runtime,
  values: Map<string, Tensor>,
  before: readonly number[],
  after: readonly number[],
): void {
  for (const [name, each] of Object.entries(PER_FRAME)) {
    const tensor = values.get(name)!
    values.set(name, stretched(Tensor, tensor, sources(before, after, each)))
    tensor.dispose()
  }
}

/** Returns where the sound of a token begins, as a frame. */
export function soundingFrames(durations: readonly number[]): (token: number) => number {
  const starts = startsOf(durations)
  return (token) => Math.max(0, starts[Math.min(token, durations.length)]! - EARLY)
}

/** The frame at which each token starts, and the end. */
function startsOf(durations: readonly number[]): number[] {
  let at = 0
  return [0, ...durations.map((frames) => (at += frames))]
}

/** For each new value the old one, with `each` values in a frame. */
function sources(before: readonly number[], after: readonly number[], each: number): number[] {
  const starts = startsOf(before)
  return after.flatMap((frames, token) =>
    Array.from({ length: frames * each }, (_, index) =>
      Math.floor(starts[token]! * each + ((index + 0.5) * before[token]!) / frames),
    ),
  )
}

function stretched(Tensor_: Runtime['Tensor'], { data, dims }: Tensor, from: readonly number[]): Tensor {
  const old = data as Float32Array
  const length = dims.at(-1)!
  const longer = new Float32Array((old.length / length) * from.length)
  for (let row = 0; row * length < old.length; row++)
    for (const [index, source] of from.entries())
      longer[row * from.length + index] = old[row * length + source]!
  return new Tensor_('float32', longer, [...dims.slice(0, -1), from.length])
}
