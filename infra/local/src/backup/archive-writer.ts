import { createHash } from 'node:crypto'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { HEAD, MANIFEST, type Head, type Manifest } from './manifest.ts'
import { sealed, through } from './seal.ts'

/** Audio does not compress further; documents do, at no cost in time. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
/** File mode of entries, also after `tar` unpacks them. */
const PRIVATE = 0o600

/** Writes an archive to a temporary file and renames it when it is complete and on disk. Readable by its owner only. */
export class ArchiveWriter {
  readonly #temporary: string
  readonly #file: string
  readonly #tar = pack()
  readonly #written: Promise<void>
  readonly #manifest: Manifest['entries'] = []

  private constructor(file: string, temporary: string, handle: FileHandle) {
    this.#file = file
    this.#temporary = temporary
    const out = handle.createWriteStream({ flush: true })
    this.#written = pipeline(this.#tar, createZstdCompress(COMPRESSION), sealed, out)
    // The error is reported by the next entry or by the end.
    this.#written.catch(() => undefined)
  }

  static async open(file: string, temporary: string, head: Head): Promise<ArchiveWriter> {
    const writer = new ArchiveWriter(file, temporary, await open(temporary, 'wx', PRIVATE))
    await writer.#addJson(HEAD, head)
    return writer
  }

  async add(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256')
    await this.#entry(name, size, through(body, hash))
    this.#manifest.push({ name, bytes: size, sha256: hash.digest('hex') })
  }

  async finish(manifest: Omit<Manifest, 'entries'>): Promise<number> {
    await this.#addJson(MANIFEST, { ...manifest, entries: this.#manifest })
    this.#tar.finalize()
    await this.#written
    await rename(this.#temporary, this.#file)
    const folder = await open(path.dirname(this.#file))
    await folder.sync().finally(() => folder.close())
    return (await stat(this.#file)).size
  }

  async discard(): Promise<void> {
    await rm(this.#temporary, { force: true })
  }

  async #addJson(name: string, value: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(value))
    await this.#entry(name, bytes.byteLength, Readable.from([bytes]))
  }

  async #entry(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const taken = Promise.withResolvers<void>()
    try {
      // Throws if writing the file failed meanwhile.
      const sink = this.#tar.entry({ name, size, mode: PRIVATE }, (error) =>
        error ? taken.reject(error) : taken.resolve(),
      )
      await Promise.all([taken.promise, pipeline(body, sink as unknown as Writable)])
    } catch (error) {
      // The file's write error is more specific than the failure of the pipeline.
      this.#tar.destroy(error as Error)
      await this.#written
      throw error
    }
  }
}
