import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack, type Pack } from 'tar-stream'

/** A named entry of a stream. Its body is read to the end, or drained, before the next entry. */
export type Entry = { name: string; size: number; body: Readable }

/** Readable by the owner only, also after `tar` unpacks it. */
const PRIVATE = 0o600

/** Writes entries as a tar stream, as fast as `out` takes them. */
export class EntryWriter {
  readonly #pack: Pack = pack()
  readonly #written: Promise<void>

  constructor(out: Writable) {
    this.#written = pipeline(this.#pack, out)
    // `add` and `end` report it.
    this.#written.catch(() => undefined)
  }

  add(name: string, bytes: Uint8Array): Promise<void> {
    return this.#entry(name, bytes.byteLength, (sink) => {
      sink.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    })
  }

  async addStream(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#entry(name, size, (sink) => pipeline(body, sink))
  }

  /** Resolves when all has been taken. */
  async end(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  async #entry(name: string, size: number, fill: (sink: Writable) => unknown): Promise<void> {
    const taken = Promise.withResolvers<void>()
    const sink = this.#pack.entry({ name, size, mode: PRIVATE }, (error) =>
      error ? taken.reject(error) : taken.resolve(),
    )
    // When `out` failed, that is what went wrong.
    await Promise.all([taken.promise, fill(sink as unknown as Writable)]).catch(async (error: unknown) => {
      this.#pack.destroy(error as Error)
      await this.#written
      throw error
    })
  }
}

/** The entries of a tar stream, in their order. Rejects where it is cut or damaged. */
export async function* readEntries(source: Readable): AsyncGenerator<Entry> {
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
