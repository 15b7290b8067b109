import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The version of ONNX Runtime that the engine is tested with, and that is fetched. */
export const RUNTIME_VERSION = '1.30.0'

/** What the engine uses of `onnxruntime-node`, which is not among our dependencies: its package carries every system's binaries. */
export type Runtime = typeof import('onnxruntime-common')

/** The folder in which the runtime for this machine lies, as in a package of its own. */
export const runtimeFolder = (voicesDir: string): string =>
  join(voicesDir, `runtime-${RUNTIME_VERSION}-${process.platform}-${process.arch}`)

/** Loads a native library into this process. Throws when it is not there or does not fit the machine. */
export function loadRuntime(voicesDir: string): Runtime {
  return createRequire(join(runtimeFolder(voicesDir), 'package.json'))('onnxruntime-node') as Runtime
}
