import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'

/** The stored form of the uploaded file: gzip, because its checksum reveals damage and any tool can read it. */

/** The stored file is damaged. */
export class CorruptFile extends Error {
  override readonly name = 'CorruptFile'
}

/** Compresses a file chunk by chunk: it is never in memory as a whole. */
export async function compressFile(file: Readable): Promise<Uint8Array> {
  const gzip = createGzip()
  const [compressed] = await Promise.all([buffer(gzip), pipeline(file, gzip)])
  return compressed
}

/** Decompresses a stored file. Throws CorruptFile. The result is never larger than an upload may be. */
export async function decompressFile(compressed: Uint8Array): Promise<Buffer> {
  try {
    return await unzip(compressed, { maxOutputLength: UPLOAD_LIMIT_BYTES })
  } catch (cause) {
    throw new CorruptFile('the kept file is damaged', { cause })
  }
}

const unzip = promisify(gunzip) as (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Buffer>
