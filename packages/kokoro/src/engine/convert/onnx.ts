import { PbfReader, PbfWriter } from 'pbf'

// The part of onnx.proto3 that a conversion reads or changes; the rest stays bytes.

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
/** An input or output of a graph; without `dims` of any shape. A number is a fixed length, a string the name of a free one. */
export type OnnxValue = { name: string; elementType: number; dims?: (number | string)[] | undefined }
export const floatValue = (name: string): OnnxValue => ({ name, elementType: ELEMENT.float })
export type OnnxOpset = { domain: string; version: number }
export type OnnxGraph = {
  nodes: OnnxNode[]
  constants: Map<string, OnnxTensor>
  inputs: OnnxValue[]
  outputs: OnnxValue[]
}
export type OnnxModel = { irVersion: number; opsets: OnnxOpset[]; graph: OnnxGraph }

/** Where the elements of a constant lie in a file beside the graph. */
export type ExternalData = { location: string; offset: number; length: number }

export function readModel(file: Uint8Array): OnnxModel {
  const model: OnnxModel = {
    irVersion: 0,
    opsets: [],
    graph: { nodes: [], constants: new Map(), inputs: [], outputs: [] },
  }
  return new PbfReader(file).readFields((tag, into, pbf) => {
    if (tag === 1) into.irVersion = pbf.readVarint()
    else if (tag === 7) pbf.readMessage(readGraphField, into.graph)
    else if (tag === 8) into.opsets.push(pbf.readMessage(readOpsetField, { domain: '', version: 0 }))
  }, model)
}

function readOpsetField(tag: number, opset: OnnxOpset, pbf: PbfReader): void {
  if (tag === 1) opset.domain = pbf.readString()
  else if (tag === 2) opset.version = pbf.readVarint()
}

function readGraphField(tag: number, graph: OnnxGraph, pbf: PbfReader): void {
  const value = () => pbf.readMessage(readValueField, { name: '', elementType: 0 })
  if (tag === 1) {
    const node = { opType: '', name: '', domain: '', inputs: [], outputs: [], attributes: [] }
    graph.nodes.push(pbf.readMessage(readNodeField, node))
  } else if (tag === 5) {
    const tensor = readTensor(pbf.readBytes())
    graph.constants.set(tensor.name, tensor)
  } else if (tag === 11) graph.inputs.push(value())
  else if (tag === 12) graph.outputs.push(value())
}

function readNodeField(tag: number, node: OnnxNode, pbf: PbfReader): void {
  if (tag === 1) node.inputs.push(pbf.readString())
  else if (tag === 2) node.outputs.push(pbf.readString())
  else if (tag === 3) node.name = pbf.readString()
  else if (tag === 4) node.opType = pbf.readString()
  else if (tag === 5) node.attributes.push(pbf.readBytes())
  else if (tag === 7) node.domain = pbf.readString()
}

function readValueField(tag: number, value: OnnxValue, pbf: PbfReader): void {
  if (tag === 1) value.name = pbf.readString()
  else if (tag === 2)
    pbf.readMessage((typeTag, into, type) => {
      if (typeTag === 1) type.readMessage(readTensorTypeField, into)
    }, value)
}

function readTensorTypeField(tag: number, value: OnnxValue, pbf: PbfReader): void {
  if (tag === 1) value.elementType = pbf.readVarint()
  else if (tag === 2)
    value.dims = pbf.readMessage((shapeTag, dims: (number | string)[], shape) => {
      if (shapeTag !== 1) return
      const dim = shape.readMessage(
        (dimTag, into, message) => {
          if (dimTag === 1) into.length = message.readVarint()
          else if (dimTag === 2) into.length = message.readString()
        },
        { length: '' as number | string },
      )
      dims.push(dim.length)
    }, [])
}

/** The elements of a tensor may be raw bytes or, by type, a list of numbers. */
export function readTensor(message: Uint8Array): OnnxTensor {
  const tensor: OnnxTensor = { name: '', dims: [], elementType: 0, raw: new Uint8Array(0) }
  const numbers: number[] = []
  new PbfReader(message).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readPackedVarint(into.dims, true)
    else if (tag === 2) into.elementType = pbf.readVarint()
    else if (tag === 4) pbf.readPackedFloat(numbers)
    else if (tag === 5 || tag === 7) pbf.readPackedVarint(numbers, true)
    else if (tag === 8) into.name = pbf.readString()
    else if (tag === 9) into.raw = pbf.readBytes()
  }, tensor)
  if (numbers.length > 0) tensor.raw = rawOf(tensor.elementType, numbers)
  return tensor
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
  { irVersion, opsets, graph }: OnnxModel,
  external: (tensor: OnnxTensor) => ExternalData | undefined = () => undefined,
): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeVarintField(1, irVersion)
  pbf.writeStringField(2, 'and-scene')
  pbf.writeMessage(
    7,
    (_, out) => {
      for (const node of graph.nodes) out.writeMessage(1, writeNode, node)
      out.writeStringField(2, 'graph')
      for (const tensor of graph.constants.values())
        out.writeMessage(5, writeTensor, { tensor, external: external(tensor) })
      for (const value of graph.inputs) out.writeMessage(11, writeValue, value)
      for (const value of graph.outputs) out.writeMessage(12, writeValue, value)
    },
    graph,
  )
  for (const opset of opsets)
    pbf.writeMessage(
      8,
      ({ domain, version }, out) => {
        out.writeStringField(1, domain)
        out.writeVarintField(2, version)
      },
      opset,
    )
  return pbf.finish()
}

function writeNode(node: OnnxNode, pbf: PbfWriter): void {
  for (const input of node.inputs) pbf.writeStringField(1, input)
  for (const output of node.outputs) pbf.writeStringField(2, output)
  pbf.writeStringField(3, node.name)
  pbf.writeStringField(4, node.opType)
  for (const attribute of node.attributes) pbf.writeBytesField(5, attribute)
  pbf.writeStringField(7, node.domain)
}

type Stored = { tensor: OnnxTensor; external: ExternalData | undefined }

function writeTensor({ tensor, external }: Stored, pbf: PbfWriter): void {
  pbf.writePackedVarint(1, tensor.dims)
  pbf.writeVarintField(2, tensor.elementType)
  pbf.writeStringField(8, tensor.name)
  if (!external) return pbf.writeBytesField(9, tensor.raw)
  for (const [key, value] of Object.entries(external))
    pbf.writeMessage(
      13,
      (_, out) => {
        out.writeStringField(1, key)
        out.writeStringField(2, String(value))
      },
      key,
    )
  pbf.writeVarintField(14, 1)
}

const writeDim = (dim: number | string, out: PbfWriter) =>
  typeof dim === 'number' ? out.writeVarintField(1, dim) : out.writeStringField(2, dim)

function writeValue({ name, elementType, dims }: OnnxValue, pbf: PbfWriter): void {
  const writeTensorType = (_: string, type: PbfWriter) => {
    type.writeVarintField(1, elementType)
    if (dims)
      type.writeMessage(2, (all, shape) => all.forEach((dim) => shape.writeMessage(1, writeDim, dim)), dims)
  }
  pbf.writeStringField(1, name)
  pbf.writeMessage(2, (_, type) => type.writeMessage(1, writeTensorType, name), name)
}
