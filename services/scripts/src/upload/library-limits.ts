import { HttpError } from '@andscene/service-kit/http-error'
import type { LibraryLimits, LibraryReason, LibraryUsage } from '../store/library.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

const sizeOf = (bytes: number) =>
  bytes >= GB ? `${Number((bytes / GB).toFixed(1))} GB` : `${Math.max(1, Math.floor(bytes / MB))} MB`

/** The refusal of an upload that a person's library has no room for. */
export const libraryFull = (reason: LibraryReason, { scripts, bytes }: LibraryLimits) =>
  new HttpError(
    'LIBRARY_FULL',
    reason === 'scripts'
      ? `You have ${scripts} ${scripts === 1 ? 'script' : 'scripts'}, as many as one person may keep. Delete one and upload again.`
      : `Your scripts would be larger than ${sizeOf(bytes)} together, more than one person may keep. Delete one and upload again.`,
  )

/** Refuses before it is parsed what would be refused when it is stored. */
export function assertRoom(usage: LibraryUsage, limits: LibraryLimits): void {
  if (usage.scripts >= limits.scripts) throw libraryFull('scripts', limits)
  if (usage.bytes >= limits.bytes) throw libraryFull('bytes', limits)
}
