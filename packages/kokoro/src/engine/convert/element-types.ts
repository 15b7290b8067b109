import { intsOf, tensorOf } from './attributes.ts'
import { ELEMENT, type OnnxGraph, type OnnxNode } from './onnx.ts'

/** A graph has to declare the element type of its inputs. */
export function elementTypes(graph: OnnxGraph): Map<string, number> {
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
