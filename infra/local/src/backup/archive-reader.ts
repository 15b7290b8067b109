import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import type { TSchema, Static } from '@andscene/contracts/schema/schema'
import { fits } from '@andscene/contracts/schema/fits'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf, messageOf } from '../failure.ts'
import { DOCUMENTS, FORMAT, Head, HEAD, MANIFEST, Manifest, OWN_FILES, PARTS } from './manifest.ts'
import { checkSeal, readSeal, type Seal } from './seal.ts'

/** An archive entry. Its body must be read to the end, or drained, before the next entry. */
export type Entry = { name: string; size: number; body: Readable }

/** Names that this project uses; nothing else is written to disk. */
const NAME = /^[a-z]+\/[A-Za-z0-9=._/-]+$/
const OWN = new Set<string>(OWN_FILES.map(([name]) => name))

const HEAD_BYTES = 4_096
const NAME_LENGTH = 1_024
/** A clip is held in memory while it is stored; the longest possible one has a quarter of this size. */
const OBJECT_BYTES = 32 * 1024 ** 2
/** Zstandard's standard levels need 8 MB; a crafted file may require any size. */
const WINDOW_LOG_MAX = 23
/** Rows compress to a tenth, and even an empty database to more than a thousandth. */
const UNPACKED_AT_LEAST = 256 * 1024 ** 2
const UNPACKED_PER_BYTE = 1_000
/** Clip names and hashes are random: a list of them hardly compresses, and the clips add to the file size. */
const LISTED_AT_LEAST = 1024 ** 2
const LISTED_PER_BYTE = 4
const MANIFEST_BYTES = 65_536
const HASH = '0'.repeat(64)

const wrongIn = (file: string) => (what: string) => new OperatorError(`${file} ${what}; nothing was changed.`)
const isListed = ({ name }: Entry) => name !== HEAD && name !== MANIFEST

/**
 * Entries of an archive between head and manifest. Rejects if the file is damaged; does not compare with the manifest.
 */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  for await (const entry of allOf(file)) if (isListed(entry)) yield entry
}

/** Rejects an archive that is larger, unpacks to more or has more entries than a backup of this file size. */
async function* allOf(file: string): AsyncGenerator<Entry> {
  const wrong = wrongIn(file)
  const seal = await sealOf(file)
  const unpackedMax = UNPACKED_AT_LEAST + UNPACKED_PER_BYTE * seal.bytes
  const listedMax = LISTED_AT_LEAST + LISTED_PER_BYTE * seal.bytes
  let listed = 0
  // Documents and accounts are streamed; all other entries are read into memory.
  const mostOf = (name: string): number => {
    if (name === HEAD) return HEAD_BYTES
    if (name === MANIFEST) return MANIFEST_BYTES + listed
    return OWN.has(name) || name.endsWith(`/${DOCUMENTS}`) ? Infinity : OBJECT_BYTES
  }
  async function* counted(unpacked: AsyncIterable<Uint8Array>) {
    let count = 0
    for await (const bytes of unpacked) {
      count += bytes.byteLength
      if (count > unpackedMax) throw wrong('unpacks to more than a backup of its size')
      yield bytes
    }
  }

  const unpacking = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX } })
  const bytes = createReadStream(file, { highWaterMark: 1 << 20, end: seal.bytes - 1 })
  const read = pipeline(bytes, (some: AsyncIterable<Uint8Array>) => checkSeal(some, seal), unpacking)
  read.catch(() => undefined)
  for await (const entry of readEntries(Readable.from(counted(unpacking)))) {
    const { name, size } = entry
    if (name.length > NAME_LENGTH) throw wrong('has an entry with a name that is too long')
    if (size > mostOf(name)) throw wrong(`has an entry that is too large (${name}: ${size} bytes)`)
    if (size > unpackedMax) throw wrong('unpacks to more than a backup of its size')
    // A record of each entry is held in memory until the manifest is read.
    if (isListed(entry)) listed += JSON.stringify({ name, bytes: size, sha256: HASH }).length + 1
    if (listed > listedMax) throw wrong('has more entries than a backup of its size')
    yield entry
  }
  await read
}

/** The entries of a tar stream, in order. Rejects if it is truncated or damaged. */
async function* readEntries(source: Readable): AsyncGenerator<Entry> {
  const entries = extract()
  const arrived = pipeline(source, entries)
  arrived.catch(() => undefined)
  for await (const entry of entries) {
    const { name, size = 0, type } = entry.header
    if (type === 'file') yield { name, size, body: entry as unknown as Readable }
    // Unread data must be drained, or no further entry arrives.
    entry.resume()
  }
  await arrived
}

/**
 * Reads a whole archive and compares it with its seal, and every entry with the manifest. Rejects with one sentence
 * (OperatorError).
 */
export async function verifyArchive(file: string): Promise<Manifest> {
  try {
    return await verify(file)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(codeOf(error) ?? ''))
      throw new OperatorError(`${file} cannot be read (${codeOf(error)}).`)
    throw new OperatorError(`${file} was altered; nothing was changed (${messageOf(error)}).`)
  }
}

async function sealOf(file: string): Promise<Seal> {
  const seal = await readSeal(file)
  if (seal === 'foreign') throw wrongIn(file)('is no backup of And Scene')
  if (!seal) throw wrongIn(file)('was cut: its end is missing')
  return seal
}

async function verify(file: string): Promise<Manifest> {
  const wrong = wrongIn(file)
  const found: Manifest['entries'] = []
  const names = new Set<string>()
  const parts = new Set<string>()
  let head: Head | undefined
  let manifest: Manifest | undefined
  for await (const { name, size, body } of allOf(file)) {
    if (manifest) throw wrong(`has more behind its end (${shown(name)})`)
    if (!head) {
      head = name === HEAD ? checked(Head, await buffer(body)) : undefined
      if (!head) throw wrong('is no backup of And Scene')
      if (head.format > FORMAT)
        throw wrong(`was made by a newer release (format ${head.format}, known up to ${FORMAT})`)
    } else if (name === MANIFEST) {
      manifest = checked(Manifest, await buffer(body))
      if (!manifest) throw wrong('has a list of contents that cannot be read')
    } else {
      if (!NAME.test(name) || name.includes('..'))
        throw wrong(`has an entry of a strange name (${shown(name)})`)
      const part = partOf(name)
      // Each service validates the entries of its own part.
      if (!OWN.has(name) && !isPart(part))
        throw wrong(`has something that this release does not know (${shown(name)})`)
      if (names.has(name)) throw wrong(`has the same entry twice (${shown(name)})`)
      if (part !== partOf(found.at(-1)?.name ?? '') && parts.has(part))
        throw wrong(`has ${part} in pieces (${shown(name)})`)
      parts.add(part)
      names.add(name)
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
    throw wrong(
      `was altered: ${shown(said[at]?.name ?? found[said.length]!.name)} differs from what was written`,
    )
  const unknown = Object.keys(manifest.parts).find((part) => !isPart(part))
  if (unknown !== undefined) throw wrong(`has a part that this release does not know (${shown(unknown)})`)
  for (const part of PARTS)
    if (!manifest.parts[part] || !names.has(`${part}/${DOCUMENTS}`)) throw wrong(`has nothing of ${part}`)
  return manifest
}

const isPart = (name: string) => (PARTS as readonly string[]).includes(name)
const partOf = (name: string) => name.slice(0, name.indexOf('/'))
/** Names are untrusted, and printed to a terminal. */
const shown = (name: string) => JSON.stringify(name.slice(0, 100)).slice(1, -1)

function checked<T extends TSchema>(schema: T, bytes: Buffer): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return fits(schema, value) ? value : undefined
  } catch {
    return undefined
  }
}
