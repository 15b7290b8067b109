import { createHash, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'

/*
 * The last bytes of an archive: the SHA-256 of all preceding bytes, in a frame that Zstandard skips, so that `zstd -d`
 * and `tar` still read the file. Without it, missing last bytes of a stream could go unnoticed.
 */
const HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
const SEAL_BYTES = HEADER.length + 32
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

export async function* through(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const some of bytes) {
    hash.update(some)
    yield some
  }
}

export async function* sealed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  yield* through(bytes, hash)
  yield Buffer.concat([HEADER, hash.digest()])
}

/** Passes bytes through; throws at the end if they do not match the seal. */
export async function* checkSeal(
  bytes: AsyncIterable<Uint8Array>,
  { sha256 }: Seal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  yield* through(bytes, hash)
  if (hash.digest('hex') !== sha256) throw new Error('its bytes are not those that were written')
}

export type Seal = { bytes: number; sha256: string }

/** Returns undefined for a file whose end is missing, `foreign` for one that is no archive. */
export async function readSeal(file: string): Promise<Seal | 'foreign' | undefined> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const begin = Buffer.alloc(MAGIC.length)
    await handle.read(begin, 0, MAGIC.length, 0)
    if (!begin.equals(MAGIC)) return 'foreign'
    if (size < MAGIC.length + SEAL_BYTES) return undefined
    const end = Buffer.alloc(SEAL_BYTES)
    await handle.read(end, 0, SEAL_BYTES, size - SEAL_BYTES)
    if (!end.subarray(0, HEADER.length).equals(HEADER)) return undefined
    return { bytes: size - SEAL_BYTES, sha256: end.subarray(HEADER.length).toString('hex') }
  } finally {
    await handle.close()
  }
}
