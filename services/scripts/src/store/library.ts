import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import type { NewScript } from './script-store.ts'

/** Most bytes of lines and character names in one script: MongoDB's 16 MiB per document, less room for its casting and its page starts. */
export const CONTENT_LIMIT_BYTES = 14 * 1024 ** 2

/** Most bytes of a stored file. An incompressible one must fit, also into MongoDB's document. */
export const FILE_LIMIT_BYTES = UPLOAD_LIMIT_BYTES + 64 * 1024

/** The script or its file is over the limit of one document. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
}

/**
 * Returns the bytes of a script's content and file. Every implementation has the same bounds, so that a script can move
 * from one to the other.
 */
export function assertFits({
  lines,
  characters,
  file,
}: Pick<NewScript, 'lines' | 'characters' | 'file'>): number {
  const bytes = Buffer.byteLength(lines) + Buffer.byteLength(JSON.stringify(characters))
  if (bytes > CONTENT_LIMIT_BYTES) throw new DocumentTooLarge(`${bytes} bytes of content`)
  if (file.length > FILE_LIMIT_BYTES) throw new DocumentTooLarge(`a file of ${file.length} bytes`)
  return bytes + file.length
}

/** The upload was cancelled before its script was stored. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled'
}

/** What one person has: scripts, and bytes of their content and files. */
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
