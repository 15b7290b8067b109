const ERRNO_BADF = 8
const ERRNO_NOENT = 44
const ROOT = 3
const OUTPUT = 4
const FILETYPE = { device: 2, directory: 3, file: 4 }
const ALL_RIGHTS = 0xffffffffffffn
const PAGE = 65_536

const encoder = new TextEncoder()

class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`The program ended with code ${code}.`)
    this.code = code
  }
}

/**
 * A WASI program that is instantiated once and run many times: before each run the memory it may have written to
 * (from `writableStart` on) is restored, faster than a new instance. It sees one file, which it may only write.
 */
export class WasiCommand {
  readonly #instance: WebAssembly.Instance
  readonly #memory: WebAssembly.Memory
  readonly #writableStart: number
  readonly #image: Uint8Array
  readonly #pages: number
  #args: Uint8Array[] = []
  #output = new Uint8Array(0)
  #length = 0
  #position = 0

  constructor(module: WebAssembly.Module, writableStart: number) {
    this.#instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#imports() })
    this.#memory = this.#instance.exports['memory'] as WebAssembly.Memory
    this.#writableStart = writableStart
    this.#image = new Uint8Array(this.#memory.buffer).slice(writableStart)
    this.#pages = this.#memory.buffer.byteLength / PAGE
  }

  /** Memory gained since it was loaded, in bytes; it never shrinks. */
  get grownBy(): number {
    return this.#memory.buffer.byteLength - this.#pages * PAGE
  }

  /** Runs the program and returns what it wrote to its output file. A trap leaves the instance unusable. */
  run(args: string[]): Uint8Array {
    const bytes = new Uint8Array(this.#memory.buffer)
    bytes.set(this.#image, this.#writableStart)
    bytes.fill(0, this.#pages * PAGE)
    this.#args = args.map((arg) => encoder.encode(`${arg}\0`))
    this.#length = 0
    this.#position = 0
    try {
      ;(this.#instance.exports['_start'] as () => void)()
    } catch (error) {
      if (!(error instanceof Exit) || error.code !== 0) throw error
    }
    return this.#output.slice(0, this.#length)
  }

  #write(chunk: Uint8Array): void {
    const end = this.#position + chunk.length
    if (end > this.#output.length) {
      const wider = new Uint8Array(Math.max(end, this.#output.length * 2))
      wider.set(this.#output)
      this.#output = wider
    }
    this.#output.set(chunk, this.#position)
    this.#position = end
    this.#length = Math.max(this.#length, end)
  }

  #imports(): Record<string, (...args: never[]) => number> {
    const bytes = () => new Uint8Array(this.#memory.buffer)
    const view = () => new DataView(this.#memory.buffer)
    return {
      args_sizes_get: (count: number, size: number) => {
        view().setUint32(count, this.#args.length, true)
        view().setUint32(
          size,
          this.#args.reduce((sum, arg) => sum + arg.length, 0),
          true,
        )
        return 0
      },
      args_get: (pointers: number, buffer: number) => {
        for (const [index, arg] of this.#args.entries()) {
          view().setUint32(pointers + 4 * index, buffer, true)
          bytes().set(arg, buffer)
          buffer += arg.length
        }
        return 0
      },
      clock_time_get: (_id: number, _precision: bigint, result: number) => {
        view().setBigUint64(result, BigInt(Date.now()) * 1_000_000n, true)
        return 0
      },
      fd_close: () => 0,
      fd_fdstat_get: (fd: number, result: number) => {
        const type = fd < ROOT ? FILETYPE.device : fd === ROOT ? FILETYPE.directory : FILETYPE.file
        view().setUint8(result, type)
        view().setUint16(result + 2, 0, true)
        view().setBigUint64(result + 8, ALL_RIGHTS, true)
        view().setBigUint64(result + 16, ALL_RIGHTS, true)
        return 0
      },
      fd_fdstat_set_flags: () => 0,
      fd_prestat_get: (fd: number, result: number) => {
        if (fd !== ROOT) return ERRNO_BADF
        view().setUint32(result, 0, true)
        view().setUint32(result + 4, 1, true)
        return 0
      },
      fd_prestat_dir_name: (_fd: number, path: number) => {
        bytes()[path] = '/'.charCodeAt(0)
        return 0
      },
      fd_read: (_fd: number, _vectors: number, _count: number, read: number) => {
        view().setUint32(read, 0, true)
        return 0
      },
      fd_seek: (fd: number, offset: bigint, whence: number, result: number) => {
        if (fd !== OUTPUT) return ERRNO_BADF
        const base = [0, this.#position, this.#length][whence] ?? 0
        this.#position = Math.max(0, base + Number(offset))
        view().setBigUint64(result, BigInt(this.#position), true)
        return 0
      },
      fd_write: (fd: number, vectors: number, count: number, written: number) => {
        let total = 0
        for (let index = 0; index < count; index++) {
          const start = view().getUint32(vectors + 8 * index, true)
          const length = view().getUint32(vectors + 8 * index + 4, true)
          const chunk = bytes().subarray(start, start + length)
          if (fd === OUTPUT) this.#write(chunk)
          total += length
        }
        view().setUint32(written, total, true)
        return 0
      },
      path_open: (
        directory: number,
        _lookup: number,
        _path: number,
        _length: number,
        openFlags: number,
        _rights: bigint,
        _inheriting: bigint,
        _fdFlags: number,
        result: number,
      ) => {
        // Only a file that is being created: the program finds nothing to read.
        if (directory !== ROOT || !(openFlags & 1)) return ERRNO_NOENT
        this.#position = 0
        view().setUint32(result, OUTPUT, true)
        return 0
      },
      proc_exit: (code: number) => {
        throw new Exit(code)
      },
    }
  }
}
