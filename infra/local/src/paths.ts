import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Where this project keeps what can be made again: compiled code, stamps of builds. */
export const CACHE = path.join(ROOT, 'node_modules', '.cache', 'and-scene')
