import { floatsOf } from './dequantise.ts'
import {
  Constants,
  ELEMENT,
  intsOf,
  newNode,
  type OnnxGraph,
  type OnnxNode,
  type OnnxTensor,
} from './onnx.ts'

/** Fewer channels do not fill the units that multiply bytes. */
const LEAST_CHANNELS = 64
const LEAST_ROWS = 256
const LARGEST = 127
const RUNTIME_DOMAIN = 'com.microsoft'
const TIME = 1
const CHANNELS = 2
const TURN = [0, 2, 1]

/**
 * The same graph with wide convolutions and large matrices multiplied in 8 bits, two to four times as fast with units
 * for it (VNNI, dot products). Windows are laid side by side: ONNX Runtime's ConvInteger is no faster than float32.
 */
export function multiplyInEightBits(graph: OnnxGraph): OnnxGraph {
  const constants = new Constants(graph.constants)
  const nodes = graph.nodes.flatMap((node) => {
    const convolution = convolutionOf(node, graph.constants)
    if (convolution) return multiplied(node, convolution, constants)
    const upsampling = upsamplingOf(node, graph.constants)
    if (upsampling) return upsampled(node, upsampling, constants)
    const matrix = matrixOf(node, graph.constants)
    return matrix ? [projected(node, matrix, constants)] : [node]
  })
  return { ...graph, nodes, constants: constants.all }
}

type Weights = Map<string, OnnxTensor>
type Convolution = { weight: OnnxTensor; taps: number; dilation: number; padding: [number, number] }

/** A convolution that can be multiplied in 8 bits: many channels, no groups or strides, output as long as input. */
export function convolutionOf(node: OnnxNode, constants: Weights): Convolution | undefined {
  const weight = node.opType === 'Conv' ? constants.get(node.inputs[1]!) : undefined
  if (weight?.dims.length !== 3) return undefined
  const [outputs = 0, inputs = 0, taps = 0] = weight.dims
  const { stride, groups, dilation, padding } = settingsOf(node)
  const fits = padding[0] + padding[1] === dilation * (taps - 1) && stride === 1 && groups === 1
  if (!fits || taps < 2 || Math.min(inputs, outputs) < LEAST_CHANNELS) return undefined
  return { weight, taps, dilation, padding }
}

type Upsampling = { weight: OnnxTensor; factor: number; cut: number }

/** A transposed convolution whose windows overlap by half. */
function upsamplingOf(node: OnnxNode, constants: Weights): Upsampling | undefined {
  const weight = node.opType === 'ConvTranspose' ? constants.get(node.inputs[1]!) : undefined
  if (weight?.dims.length !== 3) return undefined
  const [inputs = 0, outputs = 0, taps = 0] = weight.dims
  const { stride, groups, dilation, padding } = settingsOf(node)
  const fits = taps === 2 * stride && padding[0] + padding[1] === stride && groups === 1 && dilation === 1
  if (!fits || padding[1] === 0 || intsOf(node, 'output_padding')) return undefined
  if (Math.min(inputs, outputs) < LEAST_CHANNELS) return undefined
  return { weight, factor: stride, cut: padding[0] }
}

/** A product with a large matrix; the small ones multiply one row, the style. */
function matrixOf(node: OnnxNode, constants: Weights): OnnxTensor | undefined {
  const weight = node.opType === 'MatMul' ? constants.get(node.inputs[1]!) : undefined
  return weight?.dims.length === 2 && Math.min(...weight.dims) >= LEAST_ROWS ? weight : undefined
}

function settingsOf(node: OnnxNode) {
  const first = (name: string) => intsOf(node, name)?.[0] ?? 1
  const [before = 0, after = 0] = intsOf(node, 'pads') ?? []
  const padding: [number, number] = [before, after]
  return { stride: first('strides'), groups: first('group'), dilation: first('dilations'), padding }
}

function multiplied(
  node: OnnxNode,
  { weight, taps, dilation, padding }: Convolution,
  constants: Constants,
): OnnxNode[] {
  const [outputs = 0, inputs = 0] = weight.dims
  const shifts = Array.from({ length: taps }, (_, tap) => tap * dilation)
  const product = `${node.outputs[0]}_product`
  // [outputs, inputs, taps]
  const values = floatsOf(weight)
  const at = (input: number, tap: number, output: number) => values[(output * inputs + input) * taps + tap]!
  return [
    ...productOf(node, { padding, shifts, inputs, outputs, at, product }, constants),
    newNode('Transpose', [product], node.outputs, { perm: TURN }),
  ]
}

/** Each step of the input and the one before it give `factor` steps together. */
function upsampled(node: OnnxNode, { weight, factor, cut }: Upsampling, constants: Constants): OnnxNode[] {
  const [inputs = 0, outputs = 0, taps = 0] = weight.dims
  const value = (what: string) => `${node.outputs[0]}_${what}`
  // [inputs, outputs, taps]
  const values = floatsOf(weight)
  const at = (input: number, tap: number, column: number) =>
    values[(input * outputs + (column % outputs)) * taps + (1 - tap) * factor + Math.floor(column / outputs)]!
  const bias = node.inputs[2]
  const shape = {
    padding: [1, 1] as [number, number],
    shifts: [0, 1],
    inputs,
    outputs: factor * outputs,
    at,
    product: value('product'),
    bias: bias && repeated(constants.all.get(bias)!, factor, value('bias'), constants),
  }
  return [
    ...productOf(node, shape, constants),
    newNode('Reshape', [value('product'), constants.integers(1, -1, outputs)], [value('unfolded')]),
    newNode(
      'Slice',
      [
        value('unfolded'),
        constants.integers(cut),
        constants.integers(cut - factor),
        constants.integers(TIME),
      ],
      [value('inner')],
    ),
    newNode('Transpose', [value('inner')], node.outputs, { perm: TURN }),
  ]
}

function projected(node: OnnxNode, weight: OnnxTensor, constants: Constants): OnnxNode {
  const [inputs = 0, outputs = 0] = weight.dims
  const values = floatsOf(weight)
  const at = (input: number, _: number, output: number) => values[input * outputs + output]!
  const { weights, steps } = stored(node, { inputs, outputs, shifts: [0], at }, constants)
  return {
    ...newNode('DynamicQuantizeMatMul', [node.inputs[0]!, weights, steps], node.outputs),
    domain: RUNTIME_DOMAIN,
  }
}

function repeated(bias: OnnxTensor, times: number, name: string, constants: Constants): string {
  const values = floatsOf(bias)
  const all = new Float32Array(values.length * times)
  for (let time = 0; time < times; time++) all.set(values, time * values.length)
  return constants.floats(name, [all.length], all)
}

type Product = {
  padding: [number, number]
  /** Where the steps of the padded input begin that stand side by side. */
  shifts: number[]
  inputs: number
  outputs: number
  /** The weight from an input at one of the shifts to an output. */
  at(input: number, shift: number, output: number): number
  /** Its name: time × outputs. */
  product: string
  /** The node's own when unsaid. */
  bias?: string | undefined
}

function productOf(
  node: OnnxNode,
  { padding, shifts, inputs, outputs, at, product, bias = node.inputs[2] }: Product,
  constants: Constants,
): OnnxNode[] {
  const value = (what: string) => `${node.outputs[0]}_${what}`
  const [bytes, step, zero] = [value('bytes'), value('step'), value('zero')]
  const [before, after] = padding
  const last = Math.max(...shifts)
  const { weights, steps } = stored(node, { inputs, outputs, shifts, at }, constants)
  return [
    newNode('DynamicQuantizeLinear', [node.inputs[0]!], [bytes, step, zero]),
    newNode('Transpose', [bytes], [value('turned')], { perm: TURN }),
    newNode('Pad', [value('turned'), constants.integers(0, before, 0, 0, after, 0), zero], [value('padded')]),
    ...shifts.map((from, index) => {
      const end = from === last ? Number.MAX_SAFE_INTEGER : from - last
      const range = [constants.integers(from), constants.integers(end), constants.integers(TIME)]
      return newNode('Slice', [value('padded'), ...range], [value(`shift_${index}`)])
    }),
    newNode(
      'Concat',
      shifts.map((_, index) => value(`shift_${index}`)),
      [value('side_by_side')],
      { axis: CHANNELS },
    ),
    {
      ...newNode(
        'MatMulIntegerToFloat',
        [
          value('side_by_side'),
          weights,
          step,
          steps,
          zero,
          constants.store({ name: 'zero', dims: [], elementType: ELEMENT.int8, raw: new Uint8Array(1) }),
          ...(bias ? [bias] : []),
        ],
        [product],
      ),
      domain: RUNTIME_DOMAIN,
    },
  ]
}

/** The weights in bytes [shifts × inputs, outputs], and how large the step of each output is. */
function stored(
  { outputs: [name = ''] }: OnnxNode,
  { inputs, outputs, shifts, at }: Pick<Product, 'inputs' | 'outputs' | 'shifts' | 'at'>,
  constants: Constants,
): { weights: string; steps: string } {
  const weights = new Int8Array(shifts.length * inputs * outputs)
  const steps = new Float32Array(outputs)
  for (let output = 0; output < outputs; output++) {
    let most = 0
    for (let shift = 0; shift < shifts.length; shift++)
      for (let input = 0; input < inputs; input++) most = Math.max(most, Math.abs(at(input, shift, output)))
    const each = most / LARGEST || 1
    steps[output] = each
    for (let shift = 0; shift < shifts.length; shift++)
      for (let input = 0; input < inputs; input++)
        weights[(shift * inputs + input) * outputs + output] = Math.round(at(input, shift, output) / each)
  }
  return {
    weights: constants.store({
      name: `${name}_weights`,
      dims: [shifts.length * inputs, outputs],
      elementType: ELEMENT.int8,
      raw: new Uint8Array(weights.buffer),
    }),
    steps: constants.floats(`${name}_steps`, [outputs], steps),
  }
}
