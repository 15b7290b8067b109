import type { NewScript } from './script-store.ts'

/** Most bytes of lines and character names in one script: MongoDB's 16 MiB per document, less room for its casting and its page starts. */
export const CONTENT_LIMIT_BYTES = 14 * 1024 ** 2

/** The script is over the limit of one document. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
}

/**
 * Returns the bytes of a script's content. Every implementation has the same bound, so that a script can move from one
 * to the other.
 */
export function assertFits(script: Pick<NewScript, 'lines' | 'characters'>): number {
  const bytes = Buffer.byteLength(script.lines) + Buffer.byteLength(JSON.stringify(script.characters))
  if (bytes > CONTENT_LIMIT_BYTES) throw new DocumentTooLarge(`${bytes} bytes of content`)
  return bytes
}

/** The upload was cancelled before its script was stored. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled'
}

/** What one person has: scripts, and bytes of their content. */
export type LibraryUsage = { scripts: number; bytes: number }
/** The most that one person may have. */
export type LibraryLimits = LibraryUsage
export type LibraryReason = keyof LibraryLimits

/** The person has as much as they may. */
export class LibraryFull extends Error {
  override readonly name = 'LibraryFull'
  readonly reason: LibraryReason
  constructor(reason: LibraryReason) {
    super(`the limit of ${reason} is reached`)
    this.reason = reason
  }
}

/** Throws LibraryFull when a library has grown over its limits. */
export function assertWithin(usage: LibraryUsage, limits: LibraryLimits): void {
  if (usage.scripts > limits.scripts) throw new LibraryFull('scripts')
  if (usage.bytes > limits.bytes) throw new LibraryFull('bytes')
}
