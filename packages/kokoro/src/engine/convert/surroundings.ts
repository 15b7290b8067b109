import type { OnnxGraph, OnnxNode, OnnxTensor } from './onnx.ts'

export const unlike = (what: string) => new Error(`The model is not built as expected: ${what}.`)

export type Surroundings = ReturnType<typeof surroundings>

export function surroundings(graph: OnnxGraph) {
  const makers = new Map(graph.nodes.flatMap((node) => node.outputs.map((output) => [output, node])))
  const users = new Map<string, OnnxNode[]>()
  for (const node of graph.nodes)
    for (const input of node.inputs) users.set(input, [...(users.get(input) ?? []), node])
  return {
    maker(name: string, opType: string): OnnxNode | undefined {
      const maker = makers.get(name)
      return maker?.opType === opType ? maker : undefined
    },
    made(name: string, opType: string): OnnxNode {
      const maker = this.maker(name, opType)
      if (!maker) throw unlike(`${name} is no ${opType}`)
      return maker
    },
    users: (node: OnnxNode): OnnxNode[] => users.get(node.outputs[0]!) ?? [],
    soleUser(node: OnnxNode): OnnxNode {
      const [user, ...more] = this.users(node)
      if (!user || more.length > 0) throw unlike(`${node.outputs[0]} is not used once`)
      return user
    },
    constant(name: string): OnnxTensor {
      const tensor = graph.constants.get(name)
      if (!tensor) throw unlike(`${name} is no constant`)
      return tensor
    },
    isConstant: (name: string) => graph.constants.has(name),
  }
}
