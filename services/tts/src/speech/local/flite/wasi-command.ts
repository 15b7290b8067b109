import { ConsoleStdout, File, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim'

/**
 * A WASI program that is instantiated once and run repeatedly: before each run the memory that it may have written to
 * (from `writableStart` on) is restored, which is faster than a new instance. Its file system is an empty folder.
 */
export class WasiCommand {
  readonly #wasi = new WASI([], [], [], { debug: false })
  readonly #instance: WebAssembly.Instance
  readonly #memory: WebAssembly.Memory
  readonly #writableStart: number
  readonly #image: Uint8Array
  /** Size of the memory when the program was loaded, in bytes. */
  readonly #size: number

  constructor(module: WebAssembly.Module, writableStart: number) {
    this.#instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#wasi.wasiImport })
    this.#memory = this.#instance.exports['memory'] as WebAssembly.Memory
    this.#writableStart = writableStart
    this.#image = new Uint8Array(this.#memory.buffer).slice(writableStart)
    this.#size = this.#memory.buffer.byteLength
  }

  /** Growth of the memory since the program was loaded, in bytes; it never shrinks. */
  get grownBy(): number {
    return this.#memory.buffer.byteLength - this.#size
  }

  /** Runs the program and returns the file that it wrote. A trap leaves the instance unusable. */
  run(args: string[]): Uint8Array {
    const bytes = new Uint8Array(this.#memory.buffer)
    bytes.set(this.#image, this.#writableStart)
    bytes.fill(0, this.#size)
    const files = new Map<string, unknown>()
    const nothing = new ConsoleStdout(() => {})
    this.#wasi.args = args
    this.#wasi.fds = [nothing, nothing, nothing, new PreopenDirectory('/', files)]
    const code = this.#wasi.start(this.#instance)
    if (code !== 0) throw new Error(`The program ended with code ${code}.`)
    const [written] = files.values()
    return written instanceof File ? written.data : new Uint8Array(0)
  }
}
