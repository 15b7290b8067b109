import { floatsOf } from './dequantise.ts'
import { intsOf, type OnnxGraph, type OnnxNode } from './onnx.ts'

/** Of a value: how many steps it has for each step of the graph's inputs, and how many numbers in each. */
type Extent = { rate: number; width: number }

/** The cost of an elementwise operation for a number, in multiplications of a matrix. */
const ELEMENTWISE = 16
/** Recurrent steps use no more than one processor. */
const RECURRENT = 4

/** Estimated work of each node and size of each value, for one step of the graph's inputs. */
export function workOf(graph: OnnxGraph) {
  const extents = new Map<string, Extent>(graph.inputs.map(({ name }) => [name, { rate: 1, width: 1 }]))
  const work = new Map<OnnxNode, number>()
  for (const node of graph.nodes) {
    const inputs = node.inputs.flatMap((name) => extents.get(name) ?? [])
    const widest = inputs.reduce((a, b) => (a.rate * a.width >= b.rate * b.width ? a : b), {
      rate: 0,
      width: 0,
    })
    const { extent, multiplications } = apply(graph, node, widest)
    work.set(node, multiplications + ELEMENTWISE * extent.rate * extent.width)
    for (const output of node.outputs) extents.set(output, extent)
  }
  return {
    of: (node: OnnxNode) => work.get(node) ?? 0,
    sizeOf: (name: string) => (extents.get(name)?.rate ?? 0) * (extents.get(name)?.width ?? 0),
  }
}

function apply(graph: OnnxGraph, node: OnnxNode, input: Extent): { extent: Extent; multiplications: number } {
  const weight = graph.constants.get(node.inputs[1] ?? '')
  const weights = weight ? weight.dims.reduce((product, dim) => product * dim, 1) : 0
  const stride = intsOf(node, 'strides')?.[0] ?? 1
  switch (node.opType) {
    case 'Conv': {
      const extent = { rate: input.rate / stride, width: weight?.dims[0] ?? input.width }
      return { extent, multiplications: weights * extent.rate }
    }
    case 'ConvTranspose': {
      const groups = intsOf(node, 'group')?.[0] ?? 1
      const extent = { rate: input.rate * stride, width: (weight?.dims[1] ?? 1) * groups }
      return { extent, multiplications: weights * input.rate }
    }
    case 'MatMul':
      return {
        extent: { rate: input.rate, width: weight?.dims.at(-1) ?? input.width },
        multiplications: weights * input.rate,
      }
    case 'LSTM': {
      const extent = { rate: input.rate, width: 2 * (intsOf(node, 'hidden_size')?.[0] ?? 1) }
      return { extent, multiplications: RECURRENT * weights * input.rate }
    }
    case 'Resize': {
      const scales = graph.constants.get(node.inputs[2] ?? '')
      const scale = scales ? floatsOf(scales).reduce((product, factor) => product * factor, 1) : 1
      return { extent: { rate: input.rate * scale, width: input.width }, multiplications: 0 }
    }
    case 'Shape':
      return { extent: { rate: 0, width: 0 }, multiplications: 0 }
    case 'Reduce':
    case 'ReduceMean':
      return {
        extent: { rate: 0, width: input.width },
        multiplications: ELEMENTWISE * input.rate * input.width,
      }
    case 'Unsqueeze':
    default:
      return { extent: input, multiplications: 0 }
  }
}
