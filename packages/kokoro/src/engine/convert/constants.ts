import { ELEMENT, type OnnxTensor } from './onnx.ts'

/** New constants of a graph, each stored once. */
export class Constants {
  readonly all: Map<string, OnnxTensor>

  constructor(there: ReadonlyMap<string, OnnxTensor>) {
    this.all = new Map(there)
  }

  store(tensor: OnnxTensor): string {
    this.all.set(tensor.name, tensor)
    return tensor.name
  }

  integers(...numbers: number[]): string {
    const raw = new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer)
    return this.store({ name: `[${numbers}]`, dims: [numbers.length], elementType: ELEMENT.int64, raw })
  }

  floats(name: string, dims: number[], values: Float32Array): string {
    return this.store({ name, dims, elementType: ELEMENT.float, raw: new Uint8Array(values.buffer) })
  }
}
