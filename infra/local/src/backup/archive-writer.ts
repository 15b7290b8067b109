import { createHash } from 'node:crypto'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { EntryWriter } from './entries.ts'
import { HEAD, MANIFEST, type Head, type Manifest } from './manifest.ts'
import { sealed, through } from './seal.ts'

/** Sound does not get smaller; documents do, and this costs no time. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Writes an archive under a temporary name; it is there whole and on the disk, or not at all. Readable by its owner alone. */
export class ArchiveWriter {
  readonly #temporary: string
  readonly #file: string
  readonly #entries: EntryWriter
  readonly #written: Promise<void>
  readonly #manifest: Manifest['entries'] = []

  private constructor(file: string, temporary: string, handle: FileHandle) {
    this.#file = file
    this.#temporary = temporary
    const packing = createZstdCompress(COMPRESSION)
    this.#written = pipeline(packing, sealed, handle.createWriteStream({ flush: true }))
    this.#written.catch(() => undefined)
    this.#entries = new EntryWriter(packing)
  }

  static async open(file: string, temporary: string, head: Head): Promise<ArchiveWriter> {
    const writer = new ArchiveWriter(file, temporary, await open(temporary, 'wx', 0o600))
    await writer.#now(writer.#entries.add(HEAD, json(head)))
    return writer
  }

  async add(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256')
    await this.#now(this.#entries.addStream(name, size, through(body, hash)))
    this.#manifest.push({ name, bytes: size, sha256: hash.digest('hex') })
  }

  async finish(manifest: Omit<Manifest, 'entries'>): Promise<number> {
    await this.#now(this.#entries.add(MANIFEST, json({ ...manifest, entries: this.#manifest })))
    await this.#now(this.#entries.end())
    await this.#written
    await rename(this.#temporary, this.#file)
    const folder = await open(path.dirname(this.#file))
    await folder.sync().finally(() => folder.close())
    return (await stat(this.#file)).size
  }

  async discard(): Promise<void> {
    await rm(this.#temporary, { force: true })
  }

  /** Why the file could not be written says more than that the entry before it could not be passed on. */
  async #now<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      await this.#written
      throw error
    }
  }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
