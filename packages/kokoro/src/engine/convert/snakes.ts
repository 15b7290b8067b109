import { floatsOf, onlyNeeded } from './dequantise.ts'
import { Constants, newNode, type OnnxGraph, type OnnxNode } from './onnx.ts'
import { surroundings, type Surroundings } from './surroundings.ts'

/** Below it a snake is not rewritten: its 1/α would lose digits. */
const LEAST_ALPHA = 1e-3

/** Snake activations behind a norm, y + sin²(αy)/α, become (u − cos u)/2α + 1/2α with u = 2αy: four passes. */
export function shortenSnakes(graph: OnnxGraph): OnnxGraph {
  const around = surroundings(graph)
  const constants = new Constants(graph.constants)
  const replaced = new Map<OnnxNode, OnnxNode[]>()
  for (const node of graph.nodes) {
    const snake = snakeEndingIn(node, around)
    if (!snake) continue
    const { norm, alpha } = snake
    const named = (what: string) => `${node.outputs[0]}_${what}`
    const twice = constants.floats(
      named('twice'),
      [alpha.length],
      alpha.map((value) => 2 * value),
    )
    const half = constants.floats(
      named('half'),
      [1, alpha.length, 1],
      alpha.map((value) => 1 / (2 * value)),
    )
    const [of = '', factor = '', offset = ''] = norm.inputs
    replaced.set(norm, [
      newNode('Mul', [factor, twice], [named('factor')]),
      newNode('Mul', [offset, twice], [named('offset')]),
      { ...norm, inputs: [of, named('factor'), named('offset')], outputs: [named('angle')] },
    ])
    replaced.set(node, [
      newNode('Cos', [named('angle')], [named('cosine')]),
      newNode('Sub', [named('angle'), named('cosine')], [named('bent')]),
      newNode('Mul', [named('bent'), half], [named('scaled')]),
      newNode('Add', [named('scaled'), half], node.outputs),
    ])
  }
  const nodes = graph.nodes.flatMap((node) => replaced.get(node) ?? [node])
  return onlyNeeded({ ...graph, nodes, constants: constants.all })
}

/** The norm before a snake, when a node is the snake's last step and nothing else uses the norm; α by channel. */
function snakeEndingIn(node: OnnxNode, around: Surroundings) {
  if (node.opType !== 'Add') return undefined
  const scaled = node.inputs
    .map((input) => around.maker(input, 'Mul'))
    .find((mul) => factorOf(mul, 'Pow', around))
  const power = scaled && factorOf(scaled, 'Pow', around)
  const sine = power && around.maker(power.inputs[0]!, 'Sin')
  const angle = sine && around.maker(sine.inputs[0]!, 'Mul')
  const norm = angle && factorOf(angle, 'InstanceNormalization', around)
  const alphaName = angle?.inputs.find((input) => around.isConstant(input))
  if (!norm || !alphaName || !node.inputs.includes(norm.outputs[0]!)) return undefined
  if (around.users(norm).length !== 2) return undefined
  const alpha = floatsOf(around.constant(alphaName))
  return alpha.every((value) => Math.abs(value) >= LEAST_ALPHA) ? { norm, alpha } : undefined
}

function factorOf(mul: OnnxNode | undefined, opType: string, around: Surroundings): OnnxNode | undefined {
  return mul?.inputs.map((input) => around.maker(input, opType)).find(Boolean)
}
