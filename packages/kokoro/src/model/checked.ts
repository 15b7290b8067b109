import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export async function digestOf(
  file: string,
  algorithm: 'sha256' | 'sha512',
  encoding: 'hex' | 'base64',
): Promise<string> {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return hash.digest(encoding)
}

/** Bytes of a file; 0 when it is not there. */
export const bytesOf = async (file: string): Promise<number> =>
  (await stat(file).catch(() => undefined))?.size ?? 0

export type Expected = { bytes: number; sha256: string }

/** Whether a file is what it should be, by size first. */
export async function isWhole(file: string, { bytes, sha256 }: Expected): Promise<boolean> {
  return (await bytesOf(file)) === bytes && (await digestOf(file, 'sha256', 'hex')) === sha256
}
