import { floatsOf, onlyNeeded } from './dequantise.ts'
import { Constants, newNode, type OnnxGraph, type OnnxNode } from './onnx.ts'
import { surroundings, type Surroundings } from './surroundings.ts'

/** Joins a written-out (x − mean) / √(variance + ε) × factor + offset, seven passes over x, into one operator. */
export function joinInstanceNorms(graph: OnnxGraph): OnnxGraph {
  const around = surroundings(graph)
  const constants = new Constants(graph.constants)
  const flat = constants.integers(-1)
  const replaced = new Map<OnnxNode, OnnxNode[]>()
  for (const node of graph.nodes) {
    const norm = normEndingIn(node, around)
    if (!norm) continue
    const [factor, offset] = [`${node.outputs[0]}_factor`, `${node.outputs[0]}_offset`]
    replaced.set(node, [
      newNode('Reshape', [norm.factor, flat], [factor]),
      newNode('Reshape', [norm.offset, flat], [offset]),
      newNode('InstanceNormalization', [norm.of, factor, offset], node.outputs, {
        epsilon: { float: norm.epsilon },
      }),
    ])
  }
  const nodes = graph.nodes.flatMap((node) => replaced.get(node) ?? [node])
  return onlyNeeded({ ...graph, nodes, constants: constants.all })
}

/** What is normalised, when a node adds the offset of such a normalisation; ε as a number. */
function normEndingIn(node: OnnxNode, around: Surroundings) {
  if (node.opType !== 'Add') return undefined
  const scaled = pair(node, 'Mul', around)
  const divided = scaled && pair(scaled.of, 'Div', around)
  if (!divided) return undefined
  const [centred = '', deviation = ''] = divided.of.inputs
  const centring = around.maker(centred, 'Sub')
  const root = around.maker(deviation, 'Sqrt')
  const shifted = root && around.maker(root.inputs[0]!, 'Add')
  const epsilon = shifted?.inputs.find((input) => around.isConstant(input))
  const variance =
    shifted &&
    around.maker(
      shifted.inputs.find((input) => input !== epsilon)!,
      'ReduceMean',
    )
  const square = variance && around.maker(variance.inputs[0]!, 'Mul')
  if (!centring || !epsilon || square?.inputs.some((input) => input !== centred) !== false) return undefined
  const mean = around.maker(centring.inputs[1]!, 'ReduceMean')
  const of = centring.inputs[0]!
  if (mean?.inputs[0] !== of) return undefined
  return { of, factor: divided.other, offset: scaled.other, epsilon: floatsOf(around.constant(epsilon))[0]! }
}

function pair(node: OnnxNode, opType: string, around: Surroundings) {
  for (const [index, input] of node.inputs.entries()) {
    const of = around.maker(input, opType)
    if (of) return { of, other: node.inputs[1 - index]! }
  }
  return undefined
}
