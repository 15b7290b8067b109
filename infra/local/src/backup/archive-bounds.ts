import { OperatorError } from '@andscene/service-kit/operator-error'

/** A head is one line. */
export const HEAD_BYTES = 4_096
export const NAME_LENGTH = 1_024
/** A clip is kept in memory while it is stored; the longest that is made has a quarter of this. */
export const OBJECT_BYTES = 32 * 1024 ** 2
/** Zstandard's own levels need 8 MB; a file may ask for any. */
export const WINDOW_LOG_MAX = 23

/** Rows are packed to a tenth, and even an empty database not to a thousandth. */
const UNPACKED_AT_LEAST = 256 * 1024 ** 2
const UNPACKED_PER_BYTE = 1_000
/** Names and hashes of clips are random: a list of them is hardly smaller when packed, and the clips come to it. */
const LISTED_AT_LEAST = 1024 ** 2
const LISTED_PER_BYTE = 4
/** What a list of contents has besides its entries. */
const MANIFEST_BYTES = 65_536

/** As long as the hash of any entry. */
const HASH = '0'.repeat(64)

/** What an archive of `packedBytes` may hold at most, so that reading one costs no more than its size says. */
export class ArchiveBounds {
  readonly #wrong: (what: string) => OperatorError
  readonly #unpackedMax: number
  readonly #listedMax: number
  #unpacked = 0
  #listed = 0

  constructor(file: string, packedBytes: number) {
    this.#wrong = (what) => new OperatorError(`${file} ${what}; nothing was changed.`)
    this.#unpackedMax = UNPACKED_AT_LEAST + UNPACKED_PER_BYTE * packedBytes
    this.#listedMax = LISTED_AT_LEAST + LISTED_PER_BYTE * packedBytes
  }

  /** Passes unpacked bytes on; throws where they are more than a backup of this size has. */
  async *counted(unpacked: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of unpacked) {
      this.#unpacked += bytes.byteLength
      if (this.#unpacked > this.#unpackedMax) throw this.#wrong('unpacks to more than a backup of its size')
      yield bytes
    }
  }

  /** Before anything of an entry is read. */
  requireEntry({ name, size }: { name: string; size: number }, most: number): void {
    if (name.length > NAME_LENGTH) throw this.#wrong('has an entry with a name that is too long')
    if (size > most) throw this.#wrong(`has an entry that is too large (${name}: ${size} bytes)`)
    if (size > this.#unpackedMax) throw this.#wrong('unpacks to more than a backup of its size')
  }

  /** Each entry is kept in memory until the list of contents comes. */
  list({ name, size }: { name: string; size: number }): void {
    this.#listed += JSON.stringify({ name, bytes: size, sha256: HASH }).length + 1
    if (this.#listed > this.#listedMax) throw this.#wrong('has more entries than a backup of its size')
  }

  /** Of a list of what was listed. */
  get manifestMax(): number {
    return MANIFEST_BYTES + this.#listed
  }
}
