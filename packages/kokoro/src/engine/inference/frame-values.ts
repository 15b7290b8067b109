import type { Tensor } from 'onnxruntime-common'
import { NAMES } from '../graph-names.ts'
import type { Window } from '../heads/head-plan.ts'
import type { Runtime } from './crew.ts'

/** Values of each frame, by the name of a value that has some for each; they are in the last dimension. */
const PER_FRAME: Readonly<Record<string, number>> = {
  [NAMES.pitch]: 2,
  [NAMES.energy]: 2,
  [NAMES.aligned]: 1,
}

/** A copy: each run disposes of its inputs. */
export function valuesOf(
  { Tensor }: Runtime,
  values: ReadonlyMap<string, Tensor>,
  { decodedFrom, decodedTo }: Window,
): Map<string, Tensor> {
  const some = new Map<string, Tensor>()
  for (const [name, tensor] of values) {
    const { dims } = tensor
    const data = tensor.data as Float32Array
    const length = dims.at(-1) ?? 1
    const each = PER_FRAME[name]
    const from = each === undefined ? 0 : decodedFrom * each
    const to = each === undefined ? length : decodedTo * each
    const kept = new Float32Array((data.length / length) * (to - from))
    for (let row = 0; row * length < data.length; row++)
      kept.set(data.subarray(row * length + from, row * length + to), row * (to - from))
    some.set(name, new Tensor('float32', kept, [...dims.slice(0, -1), to - from]))
  }
  return some
}
