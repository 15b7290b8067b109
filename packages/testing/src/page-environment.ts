import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** Globals of browsers that jsdom lacks and Node has. */
const OF_NODE = [
  'fetch',
  'Request',
  'Response',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'CompressionStream',
  'DecompressionStream',
  'TextEncoder',
  'TextDecoder',
  'BroadcastChannel',
  'structuredClone',
] as const

/** jsdom in a separate context per file, extended with Node's globals that jsdom lacks. */
export default {
  ...builtinEnvironments.jsdom,
  name: 'page',
  async setupVM(options) {
    const vm = await builtinEnvironments.jsdom.setupVM!(options)
    const context = vm.getVmContext() as Record<string, unknown>
    const node = globalThis as unknown as Record<string, unknown>
    for (const name of OF_NODE) if (context[name] === undefined) context[name] = node[name]
    return vm
  },
} satisfies Environment
