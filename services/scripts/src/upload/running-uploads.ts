/** The owner of an upload, and its Idempotency-Key. */
export type UploadKey = { ownerId: string; key: string | undefined }

/** Uploads that this process works on, by their keys. */
export class RunningUploads {
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

  /** Whether the same upload was sent again since it is worked on, even if that request is done. */
  isRepeated = (upload: UploadKey): boolean => this.#uploads.get(nameOf(upload))?.isRepeated ?? false
}

const nameOf = ({ ownerId, key }: UploadKey) => JSON.stringify([ownerId, key])
