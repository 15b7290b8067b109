import { ELEMENT, type OnnxGraph, type OnnxNode, type OnnxTensor } from './onnx.ts'
import { surroundings, unlike, type Surroundings } from './surroundings.ts'

/**
 * Converts a graph to float32: 8-bit weights and operators (ConvInteger, MatMulInteger, DynamicQuantizeLSTM) become
 * float ones, twice as fast without matrix units. Throws for other quantizations than ONNX Runtime's dynamic one.
 */
export function dequantise(graph: OnnxGraph): OnnxGraph {
  const around = surroundings(graph)
  const constants = new Map(graph.constants)
  const replaced = new Map<OnnxNode, OnnxNode>()
  const store = (tensor: OnnxTensor) => {
    constants.set(tensor.name, tensor)
    return tensor.name
  }
  for (const node of graph.nodes) {
    if (node.opType === 'ConvInteger' || node.opType === 'MatMulInteger') {
      const { last, scale, bias } = scaledProduct(node, around)
      const channels = node.opType === 'ConvInteger' ? 'first' : 'last'
      const weight = store(toFloat(around, node.inputs[1]!, node.inputs[3], scale, channels))
      replaced.set(last, {
        ...node,
        opType: node.opType === 'ConvInteger' ? 'Conv' : 'MatMul',
        inputs: [around.made(node.inputs[0]!, 'DynamicQuantizeLinear').inputs[0]!, weight, ...bias],
        outputs: last.outputs,
      })
    } else if (node.opType === 'DynamicQuantizeLSTM') {
      const [input, w, r, b = '', length = '', h = '', c = '', p = '', wScale, wZero, rScale, rZero] =
        node.inputs
      const weight = store(transposed(toFloat(around, w!, wZero, wScale!, 'first')))
      const recurrent = store(transposed(toFloat(around, r!, rZero, rScale!, 'first')))
      replaced.set(node, {
        ...node,
        opType: 'LSTM',
        domain: '',
        inputs: [input!, weight, recurrent, b, length, h, c, p],
      })
    }
  }
  const nodes = graph.nodes.map((node) => replaced.get(node) ?? node)
  return onlyNeeded({ ...graph, nodes, constants })
}

/** From a product of whole numbers to the node that makes a real number of it: (+ bias), Cast, × scale of both. */
function scaledProduct(product: OnnxNode, around: Surroundings) {
  const bias: string[] = []
  let next = around.soleUser(product)
  if (next.opType === 'Add') {
    const shaped = next.inputs.find((input) => input !== product.outputs[0])!
    const rounded = around.made(around.made(shaped, 'Reshape').inputs[0]!, 'Cast').inputs[0]!
    bias.push(around.made(around.made(rounded, 'Floor').inputs[0]!, 'Div').inputs[0]!)
    next = around.soleUser(next)
  }
  const last = around.soleUser(next)
  const scales = around.made(
    last.inputs.find((input) => input !== next.outputs[0])!,
    'Mul',
  ).inputs
  const scale = scales.find(around.isConstant)
  if (next.opType !== 'Cast' || last.opType !== 'Mul' || scale === undefined)
    throw unlike(`after ${product.name}`)
  return { last, scale, bias }
}

/** (stored − zero point) × scale; both one number, or one for each of the first or the last dimension. */
function toFloat(
  { constant }: Surroundings,
  name: string,
  zeroName: string | undefined,
  scaleName: string,
  channels: 'first' | 'last',
): OnnxTensor {
  const { dims, elementType, raw } = constant(name)
  if (elementType !== ELEMENT.int8 && elementType !== ELEMENT.uint8) throw unlike(`${name} is not of 8 bits`)
  const signed = elementType === ELEMENT.int8
  const view = signed ? signedBytes : (bytes: Uint8Array) => bytes
  const stored = view(raw)
  const scales = floatsOf(constant(scaleName))
  const zeroBytes = zeroName ? constant(zeroName).raw : new Uint8Array(1)
  const zeros = view(zeroBytes)
  const values = new Float32Array(stored.length)
  if (channels === 'last' && scales.length > 1) {
    for (let index = 0; index < stored.length; index++) {
      const channel = index % scales.length
      values[index] = (stored[index]! - zeros[channel % zeros.length]!) * scales[channel]!
    }
  } else {
    const each = stored.length / scales.length
    for (let channel = 0; channel < scales.length; channel++) {
      const scale = scales[channel]!
      const zero = zeros[channel % zeros.length]!
      const end = (channel + 1) * each
      for (let index = channel * each; index < end; index++) values[index] = (stored[index]! - zero) * scale
    }
  }
  return { name: `${name}_float`, dims, elementType: ELEMENT.float, raw: new Uint8Array(values.buffer) }
}

/** [directions, n, m] to [directions, m, n]: the quantized form stores its weights transposed. */
function transposed(tensor: OnnxTensor): OnnxTensor {
  const [directions = 0, rows = 0, columns = 0] = tensor.dims
  const from = floatsOf(tensor)
  const to = new Float32Array(from.length)
  for (let direction = 0; direction < directions; direction++) {
    const start = direction * rows * columns
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        to[start + column * rows + row] = from[start + row * columns + column]!
  }
  return { ...tensor, dims: [directions, columns, rows], raw: new Uint8Array(to.buffer) }
}

/** Bytes of a message have no alignment, floats have one. */
export function floatsOf({ raw }: OnnxTensor): Float32Array {
  return new Float32Array(new Uint8Array(raw).buffer)
}

const signedBytes = (raw: Uint8Array) => new Int8Array(raw.buffer, raw.byteOffset, raw.length)

/** Removes the nodes that no output needs. */
export function onlyNeeded(graph: OnnxGraph): OnnxGraph {
  const needed = new Set(graph.outputs.map(({ name }) => name))
  const nodes = graph.nodes
    .toReversed()
    .filter((node) => {
      if (!node.outputs.some((output) => needed.has(output))) return false
      for (const input of node.inputs) needed.add(input)
      return true
    })
    .toReversed()
  const constants = new Map([...graph.constants].filter(([name]) => needed.has(name)))
  return { ...graph, nodes, constants }
}
