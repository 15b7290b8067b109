import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What a browser has, jsdom lacks, and Node has. */
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

/** jsdom in a context of its own per file, completed by Node's globals where jsdom has none. */
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
