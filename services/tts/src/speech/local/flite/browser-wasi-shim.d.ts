// Its own types need those of a browser.
declare module '@bjorn3/browser_wasi_shim' {
  export class File {
    readonly data: Uint8Array
  }
  export const ConsoleStdout: new (write: (bytes: Uint8Array) => void) => object
  export const PreopenDirectory: new (name: string, contents: Map<string, unknown>) => object
  export class WASI {
    args: string[]
    fds: unknown[]
    readonly wasiImport: WebAssembly.Imports[string]
    constructor(args: string[], env: string[], fds: unknown[], options: { debug: boolean })
    /** Returns the exit code. */
    start(instance: WebAssembly.Instance): number
  }
}
