import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Folder for files that can be regenerated: compiled code, build stamps. */
export const CACHE = path.join(ROOT, 'node_modules', '.cache', 'and-scene')
