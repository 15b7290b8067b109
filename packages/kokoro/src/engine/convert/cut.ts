import { onlyNeeded } from './dequantise.ts'
import { ELEMENT, intsOf, tensorOf, type OnnxGraph, type OnnxNode } from './onnx.ts'
import { workOf } from './work.ts'

/**
 * Cuts a graph into what leads to `values` and about `pieces` pieces of equal work. A piece's inputs are the values
 * it uses of earlier ones; its outputs are those used later, `values` and the graph's outputs among them.
 */
export function cut(graph: OnnxGraph, values: readonly string[], pieces: number): OnnxGraph[] {
  const types = elementTypes(graph)
  const front = new Set(onlyNeeded({ ...graph, outputs: values.map((name) => typed(name, types)) }).nodes)
  const rest = graph.nodes.filter((node) => !front.has(node))
  for (const name of values)
    if (!graph.nodes.some(({ outputs }) => outputs.includes(name)))
      throw new Error(`The model has no ${name}.`)
  const parts = [[...front], ...divide(inTurn(rest), workOf(graph), pieces)]
  return parts.map((nodes, index) => {
    const made = new Set(nodes.flatMap(({ outputs }) => outputs))
    const used = new Set(nodes.flatMap(({ inputs }) => inputs))
    const later = new Set(parts.slice(index + 1).flatMap((part) => part.flatMap(({ inputs }) => inputs)))
    for (const { name } of graph.outputs) later.add(name)
    for (const name of values) later.add(name)
    const inputs = [...used].filter((name) => name !== '' && !made.has(name) && !graph.constants.has(name))
    return onlyNeeded({
      nodes,
      constants: graph.constants,
      inputs: inputs.map((name) => graph.inputs.find((input) => input.name === name) ?? typed(name, types)),
      outputs: [...made].filter((name) => later.has(name)).map((name) => typed(name, types)),
    })
  })
}

function typed(name: string, types: Map<string, number>) {
  return { name, elementType: types.get(name)! }
}

/** A graph has to declare the element type of its inputs. */
function elementTypes(graph: OnnxGraph): Map<string, number> {
  const types = new Map<string, number>()
  for (const { name, elementType } of [...graph.inputs, ...graph.constants.values()])
    types.set(name, elementType)
  for (const node of graph.nodes) {
    const type = typeOf(node, (index) => types.get(node.inputs[index] ?? '') ?? ELEMENT.float)
    for (const output of node.outputs) types.set(output, type)
  }
  return types
}

function typeOf(node: OnnxNode, input: (index: number) => number): number {
  switch (node.opType) {
    case 'Shape':
    case 'Size':
    case 'NonZero':
      return ELEMENT.int64
    case 'Equal':
    case 'Greater':
    case 'GreaterOrEqual':
    case 'Less':
    case 'And':
      return ELEMENT.bool
    case 'DequantizeLinear':
      return ELEMENT.float
    case 'Cast':
      return intsOf(node, 'to')![0]!
    case 'ConstantOfShape':
      return tensorOf(node, 'value')?.elementType ?? ELEMENT.float
    case 'Where':
      return input(1)
    default:
      return input(0)
  }
}

/** Sorts nodes so that each directly follows what it needs, and little is carried across a cut. */
function inTurn(nodes: OnnxNode[]): OnnxNode[] {
  const makers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node])))
  const placed = new Set<OnnxNode>()
  const ordered: OnnxNode[] = []
  const place = (node: OnnxNode) => {
    if (placed.has(node)) return
    placed.add(node)
    for (const input of node.inputs) {
      const maker = makers.get(input)
      if (maker) place(maker)
    }
    ordered.push(node)
  }
  for (const node of nodes.toReversed()) place(node)
  return ordered
}

/** How far from the place of equal work (as a share of a piece) a cut may move to where less is carried across. */
const LEEWAY = 0.2

function divide(nodes: OnnxNode[], work: ReturnType<typeof workOf>, pieces: number): OnnxNode[][] {
  const total = nodes.reduce((sum, node) => sum + work.of(node), 0)
  const each = total / pieces
  const carried = carriedAfter(nodes, work.sizeOf)
  const cuts: number[] = []
  let done = 0
  const doneAfter = nodes.map((node) => (done += work.of(node)))
  for (let piece = 1; piece < pieces; piece++) {
    const from = doneAfter.findIndex((sum) => sum >= (piece - LEEWAY) * each)
    let best = from
    for (let at = from; at < nodes.length - 1 && doneAfter[at]! <= (piece + LEEWAY) * each; at++)
      if (carried[at]! < carried[best]!) best = at
    if (best + 1 > (cuts.at(-1) ?? 0) && best < nodes.length - 1) cuts.push(best + 1)
  }
  return [...cuts, nodes.length].map((end, index) => nodes.slice(cuts[index - 1] ?? 0, end))
}

/** The size of all values that were made up to a node, it included, and are used after it, by the node's index. */
function carriedAfter(nodes: OnnxNode[], sizeOf: (name: string) => number): number[] {
  const lastUse = new Map(nodes.flatMap(({ inputs }, index) => inputs.map((input) => [input, index])))
  const change = Array.from({ length: nodes.length + 1 }, () => 0)
  nodes.forEach(({ outputs }, index) => {
    for (const output of outputs) {
      const last = lastUse.get(output)
      if (last === undefined) continue
      change[index]! += sizeOf(output)
      change[last]! -= sizeOf(output)
    }
  })
  let carried = 0
  return nodes.map((_, index) => (carried += change[index]!))
}
