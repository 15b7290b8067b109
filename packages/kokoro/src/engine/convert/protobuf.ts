import { PbfReader, PbfWriter } from 'pbf'
import MESSAGES from '../../../data/onnx.json' with { type: 'json' }

/** The part of onnx.proto3 that a conversion needs: the fields of messages by number, each a name and a kind. */
const FIELDS = MESSAGES as Readonly<Record<string, Readonly<Record<number, readonly string[]>>>>

type Message = Record<string, unknown>

/** Lists that are not there are empty; other fields are left out. */
export const decoded = <T>(kind: keyof typeof MESSAGES, bytes: Uint8Array): T => read(kind, bytes) as T

function read(kind: string, bytes: Uint8Array): Message {
  const fields = FIELDS[kind]!
  const message: Message = {}
  for (const [name = '', of = ''] of Object.values(fields))
    if (/s$|\]$/.test(of) && of !== 'bytes') message[name] = []
  return new PbfReader(bytes).readFields((field, into, pbf) => {
    const [name = '', of = ''] = fields[field] ?? []
    const list = into[name] as number[]
    if (of === 'ints') pbf.readPackedVarint(list, true)
    else if (of === 'floats') pbf.readPackedFloat(list)
    else if (of.endsWith('[]')) (into[name] as unknown[]).push(readOne(of.slice(0, -2), pbf))
    else if (of !== '') into[name] = readOne(of, pbf)
  }, message)
}

function readOne(of: string, pbf: PbfReader): unknown {
  if (of === 'int') return pbf.readVarint(true)
  if (of === 'float') return pbf.readFloat()
  if (of === 'text') return pbf.readString()
  return of === 'bytes' ? pbf.readBytes() : read(of, pbf.readBytes())
}

export function encoded(kind: keyof typeof MESSAGES, message: object): Uint8Array {
  const pbf = new PbfWriter()
  write({ kind, message: message as Message }, pbf)
  return pbf.finish()
}

function write({ kind, message }: { kind: string; message: Message }, pbf: PbfWriter): void {
  for (const [number, [name = '', of = '']] of Object.entries(FIELDS[kind]!)) {
    const field = Number(number)
    const value = message[name]
    if (value === undefined) continue
    if (of === 'ints') pbf.writePackedVarint(field, value as number[])
    else if (of === 'floats') pbf.writePackedFloat(field, value as number[])
    else if (of.endsWith('[]'))
      for (const each of value as unknown[]) writeOne(of.slice(0, -2), field, each, pbf)
    else writeOne(of, field, value, pbf)
  }
}

function writeOne(of: string, field: number, value: unknown, pbf: PbfWriter): void {
  if (of === 'int') pbf.writeVarintField(field, value as number)
  else if (of === 'float') pbf.writeFloatField(field, value as number)
  else if (of === 'text') pbf.writeStringField(field, value as string)
  else if (of === 'bytes') pbf.writeBytesField(field, value as Uint8Array)
  else pbf.writeMessage(field, write, { kind: of, message: value as Message })
}
