import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import type { NewScript } from './script-store.ts'

/**
 * Maximum bytes of lines and character names of a script: MongoDB's 16 MiB per document, minus room for its casting and
 * page starts.
 */
export const CONTENT_LIMIT_BYTES = 14 * 1024 ** 2

/** Maximum bytes of a stored file. An incompressible one must fit, also into MongoDB's document. */
export const FILE_LIMIT_BYTES = UPLOAD_LIMIT_BYTES + 64 * 1024

/** The script or its file is over the limit of one document. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
}

/**
 * Returns the bytes of a script's content and file. The limits are the same for every database, so that a script can
 * move from one to another.
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

/** Usage of one user: scripts, and bytes of their content and files. */
export type LibraryUsage = { scripts: number; bytes: number }
/** Limits of one user. */
export type LibraryLimits = LibraryUsage
export type LibraryReason = keyof LibraryLimits

/** The user has reached a limit. */
export class LibraryFull extends Error {
  override readonly name = 'LibraryFull'
  readonly reason: LibraryReason
  constructor(reason: LibraryReason) {
    super(`the limit of ${reason} is reached`)
    this.reason = reason
  }
}

/** Throws LibraryFull when a library exceeds its limits. */
export function assertWithin(usage: LibraryUsage, limits: LibraryLimits): void {
  if (usage.scripts > limits.scripts) throw new LibraryFull('scripts')
  if (usage.bytes > limits.bytes) throw new LibraryFull('bytes')
}
