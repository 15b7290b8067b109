import { messageOf } from '@andscene/service-kit/http-error'
import type { FastifyBaseLogger } from 'fastify'
import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|mjs|css|html|json|svg|map|wasm|txt)$/
const LEAST_BYTES = 1024
/** Once the platform has started, and then again and again for builds that came since. */
const FIRST_AFTER_MS = 4_000
const EVERY_MS = 15_000
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/**
 * Writes `.br` and `.gz` beside every published file, one file at a time in the background: compressed once instead of with
 * every request. Returns the stop.
 */
export function precompressSoon(folder: string, log: FastifyBaseLogger): () => void {
  const abort = new AbortController()
  const run = async () => {
    await delay(FIRST_AFTER_MS, undefined, { signal: abort.signal, ref: false })
    for (;;) {
      await compressAll(folder, abort.signal).catch((error: unknown) => {
        if (!abort.signal.aborted) log.warn(`Compressing stopped: ${messageOf(error)}`)
      })
      await delay(EVERY_MS, undefined, { signal: abort.signal, ref: false })
    }
  }
  run().catch(() => undefined)
  return () => abort.abort()
}

/** Compresses what is not compressed yet. */
export async function compressAll(folder: string, signal?: AbortSignal): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(entries.map((entry) => path.join(entry.parentPath, entry.name)))
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    // Unfinished copies have a folder whose name starts with a dot.
    if (
      !entry.isFile() ||
      !COMPRESSIBLE.test(file) ||
      names.has(`${file}.br`) ||
      /[/\\]\./.test(path.relative(folder, file))
    )
      continue
    if ((await stat(file)).size < LEAST_BYTES) continue
    signal?.throwIfAborted()
    const bytes = await readFile(file)
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    await writeWhole(`${file}.gz`, await gz(bytes, { level: 9 }))
    await writeWhole(`${file}.br`, await brotli(bytes, { params: quality }))
  }
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, bytes)
  await rename(temporary, file)
}
