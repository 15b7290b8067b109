// Node has WebAssembly, but its types ship without it and the browser's library would bring a whole DOM along.
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  type Imports = Record<string, Record<string, (...args: never[]) => unknown>>
  const Module: new (bytes: Uint8Array) => Module
  const Instance: new (module: Module, imports: Imports) => Instance
}
