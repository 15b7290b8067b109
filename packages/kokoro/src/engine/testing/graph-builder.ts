import {
  ELEMENT,
  newNode,
  writeModel,
  type Attributes,
  type OnnxNode,
  type OnnxTensor,
  type OnnxValue,
} from '../convert/onnx.ts'

/** Builds a small ONNX file for tests, quantized as ONNX Runtime does it. */
export class GraphBuilder {
  readonly #nodes: OnnxNode[] = []
  readonly #constants = new Map<string, OnnxTensor>()

  /** Adds a node with one output and returns that. */
  add(opType: string, inputs: string[], attributes: Attributes = {}, output?: string): string {
    const name = output ?? `${opType}_${this.#nodes.length}`
    this.#nodes.push(newNode(opType, inputs, [name], attributes))
    return name
  }

  constant(elementType: number, dims: number[], values: ArrayLike<number>): string {
    const name = `constant_${this.#constants.size}`
    this.#constants.set(name, { name, dims, elementType, raw: rawOf(elementType, values) })
    return name
  }

  floats(dims: number[], values: ArrayLike<number>): string {
    return this.constant(ELEMENT.float, dims, values)
  }

  ints(...values: number[]): string {
    return this.constant(ELEMENT.int64, [values.length], values)
  }

  int(value: number): string {
    return this.constant(ELEMENT.int64, [], [value])
  }

  /** A convolution of 8-bit numbers with its bias; the weights' scale is 1/128. */
  quantisedConv(input: string, dims: [number, number, number], weights: number[], bias: number[]): string {
    const { quantised, scale, zero } = this.#quantise(input)
    const weightScale = this.floats([], [1 / 128])
    const weightZero = this.constant(ELEMENT.int8, [], [0])
    const weight = this.constant(ELEMENT.int8, dims, weights)
    const product = this.add('ConvInteger', [quantised, weight, zero, weightZero], {
      kernel_shape: [dims[2]],
      pads: [dims[2] >> 1, dims[2] >> 1],
      strides: [1],
      dilations: [1],
      group: 1,
    })
    const both = this.add('Mul', [scale, weightScale])
    const steps = this.add('Div', [this.floats([dims[0]], bias), both])
    const rounded = this.add('Cast', [this.add('Floor', [steps])], { to: ELEMENT.int32 })
    const shaped = this.add('Reshape', [rounded, this.ints(1, -1, 1)])
    const real = this.add('Cast', [this.add('Add', [product, shaped])], { to: ELEMENT.float })
    return this.add('Mul', [real, both])
  }

  /** A product of matrices of 8-bit numbers, each column with a scale of its own. */
  quantisedMatMul(input: string, dims: [number, number], weights: number[]): string {
    const { quantised, scale, zero } = this.#quantise(input)
    const columns = dims[1]
    const scales = Array.from({ length: columns }, (_, column) => (1 + column) / 256)
    const weight = this.constant(ELEMENT.int8, dims, weights)
    const weightZero = this.constant(
      ELEMENT.int8,
      [columns],
      Array.from({ length: columns }, () => 1),
    )
    const product = this.add('MatMulInteger', [quantised, weight, zero, weightZero])
    const both = this.add('Mul', [scale, this.floats([columns], scales)])
    return this.add('Mul', [this.add('Cast', [product], { to: ELEMENT.float }), both])
  }

  /** A bidirectional LSTM whose weights are 8-bit numbers. */
  quantisedLstm(input: string, width: number, hidden: number, weights: (index: number) => number): string {
    const matrix = (rows: number) =>
      this.constant(
        ELEMENT.uint8,
        [2, rows, 4 * hidden],
        Array.from({ length: 8 * rows * hidden }, (_, index) => weights(index)),
      )
    const scale = this.floats([2], [1 / 64, 1 / 100])
    const zero = this.constant(ELEMENT.uint8, [2], [128, 120])
    const name = `lstm_${this.#nodes.length}`
    const node = newNode(
      'DynamicQuantizeLSTM',
      [input, matrix(width), matrix(hidden), '', '', '', '', '', scale, zero, scale, zero],
      [name],
      { direction: 'bidirectional', hidden_size: hidden },
    )
    this.#nodes.push({ ...node, domain: 'com.microsoft' })
    return name
  }

  file(inputs: OnnxValue[], outputs: OnnxValue[]): Uint8Array {
    const opsets = [
      { domain: '', version: 17 },
      { domain: 'com.microsoft', version: 1 },
    ]
    const graph = { nodes: this.#nodes, constants: this.#constants, inputs, outputs }
    return writeModel({ irVersion: 9, opsets, graph })
  }

  #quantise(input: string) {
    const [quantised, scale, zero] = ['quantised', 'scale', 'zero'].map((what) => `${input}_${what}`)
    if (!this.#nodes.some(({ outputs }) => outputs[0] === quantised))
      this.#nodes.push(newNode('DynamicQuantizeLinear', [input], [quantised!, scale!, zero!], {}))
    return { quantised: quantised!, scale: scale!, zero: zero! }
  }
}

function rawOf(elementType: number, values: ArrayLike<number>): Uint8Array {
  const numbers = Array.from(values)
  switch (elementType) {
    case ELEMENT.float:
      return new Uint8Array(Float32Array.from(numbers).buffer)
    case ELEMENT.int64:
      return new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer)
    default:
      return Uint8Array.from(numbers, (number) => number & 0xff)
  }
}
