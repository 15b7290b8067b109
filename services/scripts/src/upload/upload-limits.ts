import { HttpError } from '@andscene/service-kit/http-error'
import type { LibraryLimits, LibraryReason, LibraryUsage } from '../store/library.ts'
import { createSlots } from '../parse/slots.ts'

/** Maximum number of concurrent uploads of a process; further ones are rejected with Retry-After. */
export type UploadSlots = {
  /** Uploads whose bodies are being received, on disk. */
  arriving: number
  /** Uploads whose files are in memory, being parsed and stored. */
  parsing: number
  /** Uploads whose files wait on disk to be parsed. */
  waiting: number
}
export const UPLOAD_SLOTS: UploadSlots = { arriving: 64, parsing: 4, waiting: 30 }

/** Retry-After when there is no slot for an upload, in seconds. */
const BUSY_RETRY_S = 5

/** Semaphores for the two phases of an upload. */
export const createUploadSlots = ({ arriving, parsing, waiting }: UploadSlots) => ({
  arriving: createSlots({ count: arriving, waiting: 0, busy }),
  parsing: createSlots({ count: parsing, waiting, busy }),
  running: new RunningUploads(),
})

export const busy = () =>
  new HttpError('UNAVAILABLE', 'Many scripts are being uploaded right now. Please try again.', {
    retryAfter: BUSY_RETRY_S,
  })

/** The owner of an upload, and its Idempotency-Key. */
export type UploadKey = { ownerId: string; key: string | undefined }

/** Uploads that this process is working on, by key. */
class RunningUploads {
  readonly #uploads = new Map<string, { requests: number; isRepeated: boolean }>()

  async during<T>({ ownerId, key }: UploadKey, work: () => Promise<T>): Promise<T> {
    if (key === undefined) return work()
    const name = nameOf({ ownerId, key })
    const upload = this.#uploads.get(name) ?? { requests: 0, isRepeated: false }
    this.#uploads.set(name, upload)
    upload.isRepeated ||= upload.requests > 0
    upload.requests += 1
    try {
      return await work()
    } finally {
      upload.requests -= 1
      if (upload.requests === 0) this.#uploads.delete(name)
    }
  }

  /** Whether the same upload was repeated while this one runs, even if the repeated request has ended. */
  isRepeated = (upload: UploadKey): boolean => this.#uploads.get(nameOf(upload))?.isRepeated ?? false
}

const nameOf = ({ ownerId, key }: UploadKey) => JSON.stringify([ownerId, key])

const MB = 1024 ** 2
const GB = 1024 ** 3

const sizeOf = (bytes: number) =>
  bytes >= GB ? `${Number((bytes / GB).toFixed(1))} GB` : `${Math.max(1, Math.floor(bytes / MB))} MB`

/** The error of a draft by a user who is not the owner. */
export const ownersLibraryFull = ({ bytes }: Pick<LibraryLimits, 'bytes'>) =>
  new HttpError(
    'LIBRARY_FULL',
    `The owner’s scripts would be larger than ${sizeOf(bytes)} together, more than the maximum. Ask the owner to delete one.`,
  )

/** The error of an upload that does not fit into the user's library. */
export const libraryFull = (reason: LibraryReason, { scripts, bytes }: LibraryLimits) =>
  new HttpError(
    'LIBRARY_FULL',
    reason === 'scripts'
      ? `You have ${scripts} ${scripts === 1 ? 'script' : 'scripts'}, the maximum. Delete one and upload again.`
      : `Your scripts would be larger than ${sizeOf(bytes)} together, more than the maximum. Delete one and upload again.`,
  )

/** Rejects an upload before parsing if the library is full already. */
export function assertRoom(usage: LibraryUsage, limits: LibraryLimits): void {
  if (usage.scripts >= limits.scripts) throw libraryFull('scripts', limits)
  if (usage.bytes >= limits.bytes) throw libraryFull('bytes', limits)
}
