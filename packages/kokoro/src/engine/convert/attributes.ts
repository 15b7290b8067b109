import { PbfReader, PbfWriter } from 'pbf'
import { readTensor, type OnnxNode, type OnnxTensor } from './onnx.ts'

/** By name: a whole number, several, a text or a real number. */
export type Attributes = Record<string, number | number[] | string | { float: number }>

/** Field and type number of a value in AttributeProto. */
const FLOAT = { field: 2, type: 1 }
const INT = { field: 3, type: 2 }
const STRING = { field: 4, type: 3 }
const INTS = { field: 8, type: 7 }
const TYPE = 20

function attributesOf(attributes: Attributes): Uint8Array[] {
  return Object.entries(attributes).map(([name, value]) => {
    const pbf = new PbfWriter()
    pbf.writeStringField(1, name)
    if (typeof value === 'number') {
      pbf.writeVarintField(INT.field, value)
      pbf.writeVarintField(TYPE, INT.type)
    } else if (typeof value === 'string') {
      pbf.writeBytesField(STRING.field, Buffer.from(value))
      pbf.writeVarintField(TYPE, STRING.type)
    } else if (Array.isArray(value)) {
      for (const each of value) pbf.writeVarintField(INTS.field, each)
      pbf.writeVarintField(TYPE, INTS.type)
    } else {
      pbf.writeFloatField(FLOAT.field, value.float)
      pbf.writeVarintField(TYPE, FLOAT.type)
    }
    return pbf.finish()
  })
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
  attributes: attributesOf(attributes),
})

export function intsOf(node: OnnxNode, name: string): number[] | undefined {
  for (const attribute of node.attributes) {
    const found = new PbfReader(attribute).readFields(
      (tag, into, pbf) => {
        if (tag === 1) into.name = pbf.readString()
        else if (tag === 3) into.ints.push(pbf.readVarint(true))
        else if (tag === 8) pbf.readPackedVarint(into.ints, true)
      },
      { name: '', ints: [] as number[] },
    )
    if (found.name === name) return found.ints
  }
  return undefined
}

export function tensorOf(node: OnnxNode, name: string): OnnxTensor | undefined {
  for (const attribute of node.attributes) {
    const found = new PbfReader(attribute).readFields(
      (tag, into, pbf) => {
        if (tag === 1) into.name = pbf.readString()
        else if (tag === 5) into.tensor = readTensor(pbf.readBytes())
      },
      { name: '', tensor: undefined as OnnxTensor | undefined },
    )
    if (found.name === name) return found.tensor
  }
  return undefined
}
