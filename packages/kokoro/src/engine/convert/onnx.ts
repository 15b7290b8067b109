import { decoded, encoded } from './protobuf.ts'

/** Element types of ONNX that matter here. */
export const ELEMENT = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9 } as const

/** A constant of the graph: `raw` holds its elements in little-endian order. */
export type OnnxTensor = { name: string; dims: number[]; elementType: number; raw: Uint8Array }
export type OnnxNode = {
  opType: string
  name: string
  domain: string
  /** An empty name is an omitted input. */
  inputs: string[]
  outputs: string[]
  attributes: Uint8Array[]
}
/** An input or output of a graph. `dims`: fixed lengths and names of free ones; any shape without them. */
export type OnnxValue = { name: string; elementType: number; dims?: (number | string)[] | undefined }
export const floatValue = (name: string): OnnxValue => ({ name, elementType: ELEMENT.float })
export type OnnxGraph = {
  nodes: OnnxNode[]
  constants: Map<string, OnnxTensor>
  inputs: OnnxValue[]
  outputs: OnnxValue[]
}
export type OnnxModel = {
  irVersion: number
  opsets: { domain: string; version: number }[]
  graph: OnnxGraph
}

/** Where the elements of a constant lie in a file beside the graph. */
export type ExternalData = { location: string; offset: number; length: number }

/** As they are in a file: elements are raw bytes or, by type, a list of numbers. */
type StoredTensor = Partial<OnnxTensor> & {
  dims: number[]
  floats: number[]
  ints: number[]
  longs: number[]
}
type StoredDim = { length?: number; free?: string }
type StoredValue = {
  name: string
  type?: { tensor?: { elementType?: number; shape?: { dims: StoredDim[] } | undefined } }
}
type StoredGraph = {
  nodes: Partial<OnnxNode>[]
  constants: StoredTensor[]
  inputs: StoredValue[]
  outputs: StoredValue[]
}
type StoredModel = Pick<OnnxModel, 'opsets'> & { irVersion?: number; graph?: StoredGraph }

const NOTHING: StoredGraph = { nodes: [], constants: [], inputs: [], outputs: [] }

export function readModel(file: Uint8Array): OnnxModel {
  const { irVersion = 0, opsets, graph = NOTHING } = decoded<StoredModel>('Model', file)
  const names = { opType: '', name: '', domain: '' }
  return {
    irVersion,
    opsets: opsets.map(({ domain = '', version = 0 }) => ({ domain, version })),
    graph: {
      nodes: graph.nodes.map((node) => ({ ...names, ...node }) as OnnxNode),
      constants: new Map(graph.constants.map(tensorFrom).map((tensor) => [tensor.name, tensor])),
      inputs: graph.inputs.map(valueFrom),
      outputs: graph.outputs.map(valueFrom),
    },
  }
}

const valueFrom = ({ name, type }: StoredValue): OnnxValue => ({
  name,
  elementType: type?.tensor?.elementType ?? 0,
  dims: type?.tensor?.shape?.dims.map(({ length, free = '' }) => length ?? free),
})

function tensorFrom({
  name = '',
  dims,
  elementType = 0,
  raw,
  floats,
  ints,
  longs,
}: StoredTensor): OnnxTensor {
  const numbers = [...floats, ...ints, ...longs]
  const bytes = numbers.length > 0 ? rawOf(elementType, numbers) : (raw ?? new Uint8Array(0))
  return { name, dims, elementType, raw: bytes }
}

function rawOf(elementType: number, numbers: number[]): Uint8Array {
  switch (elementType) {
    case ELEMENT.float:
      return new Uint8Array(Float32Array.from(numbers).buffer)
    case ELEMENT.int64:
      return new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer)
    case ELEMENT.int32:
      return new Uint8Array(Int32Array.from(numbers).buffer)
    case ELEMENT.uint8:
    case ELEMENT.int8:
    case ELEMENT.bool:
      return Uint8Array.from(numbers, (number) => number & 0xff)
    default:
      throw new Error(`A constant of ONNX element type ${elementType} is not known here.`)
  }
}

/** `external` returns where the elements of a constant are, if not in the graph. */
export function writeModel(
  { graph, ...model }: OnnxModel,
  external: (tensor: OnnxTensor) => ExternalData | undefined = () => undefined,
): Uint8Array {
  const constants = [...graph.constants.values()].map(({ raw, ...tensor }) => {
    const place = external({ raw, ...tensor })
    if (!place) return { raw, ...tensor }
    const entries = Object.entries(place).map(([key, value]) => ({ key, value: String(value) }))
    return { ...tensor, external: entries, place: 1 }
  })
  const [inputs, outputs] = [graph.inputs.map(storedValue), graph.outputs.map(storedValue)]
  const stored = { nodes: graph.nodes, name: 'graph', constants, inputs, outputs }
  return encoded('Model', { ...model, producer: 'and-scene', graph: stored })
}

const storedValue = ({ name, elementType, dims }: OnnxValue): StoredValue => ({
  name,
  type: {
    tensor: {
      elementType,
      shape: dims && { dims: dims.map((dim) => (typeof dim === 'number' ? { length: dim } : { free: dim })) },
    },
  },
})

/** By name: a whole number, several, a text or a real number. */
export type Attributes = Record<string, number | number[] | string | { float: number }>

function attributeOf(name: string, value: Attributes[string]): Uint8Array {
  if (typeof value === 'number') return encoded('Attribute', { name, int: value, type: 2 })
  if (typeof value === 'string') return encoded('Attribute', { name, text: value, type: 3 })
  if (Array.isArray(value)) return encoded('Attribute', { name, ints: value, type: 7 })
  return encoded('Attribute', { name, float: value.float, type: 1 })
}

/** A node of the standard's own operators, named after what it makes. */
export const newNode = (
  opType: string,
  inputs: string[],
  outputs: string[],
  attributes: Attributes = {},
): OnnxNode => ({
  opType,
  name: `${opType} to ${outputs[0]}`,
  domain: '',
  inputs,
  outputs,
  attributes: Object.entries(attributes).map(([name, value]) => attributeOf(name, value)),
})

type Attribute = { name: string; int?: number; ints: number[]; tensor?: StoredTensor }

const attribute = (node: OnnxNode, name: string): Attribute | undefined =>
  node.attributes.map((bytes) => decoded<Attribute>('Attribute', bytes)).find((each) => each.name === name)

export function intsOf(node: OnnxNode, name: string): number[] | undefined {
  const found = attribute(node, name)
  return found && (found.int === undefined ? found.ints : [found.int])
}

export function tensorOf(node: OnnxNode, name: string): OnnxTensor | undefined {
  const tensor = attribute(node, name)?.tensor
  return tensor && tensorFrom(tensor)
}

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
