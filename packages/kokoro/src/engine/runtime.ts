import { createRequire } from 'node:module'
import { join } from 'node:path'
import { voiceFolders } from '../model/folders.ts'
import { KOKORO } from '../model/spec.ts'

/** What the engine uses of `onnxruntime-node`, which is not among our dependencies: its package carries every system's binaries. */
export type Runtime = typeof import('onnxruntime-common')

/** Loads a native library into this process. Throws when it is not there or does not fit the machine. */
export function loadRuntime(voicesDir: string): Runtime {
  return createRequire(join(voiceFolders(voicesDir, KOKORO).runtime, 'package.json'))(
    'onnxruntime-node',
  ) as Runtime
}
