import type { Tensor } from 'onnxruntime-common'
import { NAMES } from '../graph-names.ts'
import type { Runtime } from '../inference/crew.ts'

class TestTensor {
  isDisposed = false
  readonly type: string
  readonly data: Float32Array
  readonly dims: readonly number[]
  constructor(type: string, data: Float32Array, dims: readonly number[]) {
    this.type = type
    this.data = data
    this.dims = dims
  }
  dispose() {
    this.isDisposed = true
  }
}

/** A runtime whose tensors are only values. */
export const testRuntime = { Tensor: TestTensor } as unknown as Runtime

/**
 * The values of a text whose tokens take these frames: 200 Hz after the silence of the first token, an energy of 5, and
 * features that count the frames.
 */
export function testSpeech(durations: readonly number[]) {
  const frames = durations.reduce((sum, each) => sum + each, 0)
  const silence = 2 * durations[0]!
  const tensor = (rows: number, each: number, of: (index: number) => number) =>
    new TestTensor(
      'float32',
      Float32Array.from({ length: rows * frames * each }, (_, index) => of(index % (frames * each))),
      rows === 1 ? [1, frames * each] : [1, rows, frames * each],
    )
  const values = new Map([
    [NAMES.pitch, tensor(1, 2, (index) => (index < silence ? 0 : 200))],
    [NAMES.energy, tensor(1, 2, () => 5)],
    [NAMES.aligned, tensor(3, 1, (index) => index)],
  ])
  return {
    values: values as unknown as Map<string, Tensor>,
    before: [...values.values()],
    data: (name: string) => [...values.get(name as never)!.data],
  }
}
