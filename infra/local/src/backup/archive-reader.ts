import { DOCUMENTS } from '@andscene/service-kit/data/data-part'
import { readEntries, type Entry } from '@andscene/service-kit/data/entries'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { TSchema, Static } from 'typebox'
import { Value } from 'typebox/value'
import { codeOf, ExpectedFailure, messageOf } from '../failure.ts'
import { FORMAT, Head, HEAD, Manifest, MANIFEST } from './manifest.ts'
import { PARTS } from './part-process.ts'
import { checkSeal, readSeal, type Seal } from './seal.ts'

/** Names that this project gives; nothing else is ever written to a disk. */
const NAME = /^[a-z]+\/[A-Za-z0-9=._/-]+$/

/** Entries of an archive between head and manifest. Rejects as the file does; nothing is checked against the manifest here. */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  for await (const entry of allOf(file, await sealOf(file)))
    if (entry.name !== HEAD && entry.name !== MANIFEST) yield entry
}

async function* allOf(file: string, seal: Seal): AsyncGenerator<Entry> {
  const unpacking = createZstdDecompress()
  const bytes = createReadStream(file, { highWaterMark: 1 << 20, end: seal.bytes - 1 })
  const read = pipeline(bytes, (some: AsyncIterable<Uint8Array>) => checkSeal(some, seal), unpacking)
  read.catch(() => undefined)
  yield* readEntries(unpacking)
  await read
}

/** Reads an archive to its end and compares it with its seal, and every entry with the manifest. What is wrong is one sentence (ExpectedFailure). */
export async function verifyArchive(file: string): Promise<Manifest> {
  try {
    return await verify(file)
  } catch (error) {
    if (error instanceof ExpectedFailure) throw error
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(codeOf(error) ?? ''))
      throw new ExpectedFailure(`${file} cannot be read (${codeOf(error)}).`)
    throw new ExpectedFailure(`${file} was altered; nothing was changed (${messageOf(error)}).`)
  }
}

async function sealOf(file: string): Promise<Seal> {
  const seal = await readSeal(file)
  if (seal === 'foreign') throw new ExpectedFailure(`${file} is no backup of And Scene; nothing was changed.`)
  if (!seal) throw new ExpectedFailure(`${file} was cut: its end is missing; nothing was changed.`)
  return seal
}

async function verify(file: string): Promise<Manifest> {
  const wrong = (what: string) => new ExpectedFailure(`${file} ${what}; nothing was changed.`)
  const found: Manifest['entries'] = []
  let head: Head | undefined
  let manifest: Manifest | undefined
  for await (const { name, size, body } of allOf(file, await sealOf(file))) {
    if (manifest) throw wrong(`has more behind its end (${name})`)
    if (!head) {
      if (name !== HEAD) throw wrong('is no backup of And Scene')
      head = checked(Head, await buffer(body))
      if (!head) throw wrong('is no backup of And Scene')
      if (head.format > FORMAT)
        throw wrong(`was made by a newer release (format ${head.format}, known up to ${FORMAT})`)
    } else if (name === MANIFEST) {
      manifest = checked(Manifest, await buffer(body))
      if (!manifest) throw wrong('has a list of contents that cannot be read')
    } else {
      if (!NAME.test(name) || name.includes('..')) throw wrong(`has an entry of a strange name (${name})`)
      const hash = createHash('sha256')
      for await (const bytes of body) hash.update(bytes as Uint8Array)
      found.push({ name, bytes: size, sha256: hash.digest('hex') })
    }
  }
  if (!head) throw wrong('is no backup of And Scene')
  if (!manifest) throw wrong('has no list of contents')
  const said = manifest.entries
  const at = said.findIndex(
    ({ name, bytes, sha256 }, n) =>
      found[n]?.name !== name || found[n]?.bytes !== bytes || found[n]?.sha256 !== sha256,
  )
  if (at >= 0 || found.length !== said.length)
    throw wrong(`was altered: ${said[at]?.name ?? found[said.length]?.name} is not as it was written`)
  for (const part of PARTS)
    if (!manifest.parts[part] || !found.some(({ name }) => name === `${part}/${DOCUMENTS}`))
      throw wrong(`has nothing of ${part}`)
  return manifest
}

function checked<T extends TSchema>(schema: T, bytes: Buffer): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return Value.Check(schema, value) ? value : undefined
  } catch {
    return undefined
  }
}
