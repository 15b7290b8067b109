import { Client } from 'minio'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { SourceFailure } from './failure.ts'
import type { PinnedFile } from './spec.ts'
import { abortable, watched } from './tools.ts'

/** The platform's own S3, which shares a downloaded model between workers of several machines. */
export type PlatformStore = { endpoint: string; accessKey: string; secretKey: string; bucket: string }

type Options = {
  store: PlatformStore
  model: PinnedFile
  file: string
  onBytes: (bytes: number) => void
  signal: AbortSignal
}

const STALL_MS = 30_000
const stalled = () => new SourceFailure('the platform’s S3 does not respond')

/** The smallest part size that S3 allows. */
const PART_BYTES = 5 * 1024 * 1024

const objectOf = ({ name }: PinnedFile) => `voices/${name}`

/** Rejects with SourceFailure when the model is not there, or the store does not respond. */
export async function fetchFromStore({ store, model, file, onBytes, signal }: Options): Promise<void> {
  let size = 0
  const fetch = async (either: AbortSignal) => {
    const body = await abortable(clientOf(store).getObject(store.bucket, objectOf(model)), either)
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > model.bytes) body.destroy(new SourceFailure('the platform’s S3 has another file'))
      else onBytes(size)
    })
    await pipeline(body, createWriteStream(file), { signal: either })
  }
  try {
    await watched(fetch, { look: () => size, stallMs: STALL_MS, stalled: stalled(), signal })
  } catch (error) {
    if (signal.aborted || error instanceof SourceFailure || (error as { code?: unknown }).code === 'ENOSPC')
      throw error
    throw new SourceFailure('the platform’s S3 does not have it', { cause: error })
  }
}

type Offer = Omit<Options, 'onBytes'> & {
  /** The stored object is another file, which its size alone would not show. */
  isStoredWrong?: boolean
  stallMs?: number
}

/**
 * Uploads the model unless an object of its size is there, or instead of a wrong one. Rejects with the signal's reason,
 * or when the store refuses it or reads nothing for `stallMs`.
 */
export async function offerToStore(offer: Offer): Promise<void> {
  const { store, model, file, isStoredWrong = false, signal, stallMs = STALL_MS } = offer
  const client = clientOf(store)
  const name = objectOf(model)
  let body: ReadStream | undefined
  const upload = async (either: AbortSignal) => {
    const find = () => client.statObject(store.bucket, name).catch(() => undefined)
    if (!isStoredWrong && (await abortable(find(), either))?.size === model.bytes) return
    body = createReadStream(file)
    const metadata = { 'Content-Type': 'application/octet-stream' }
    await abortable(client.putObject(store.bucket, name, body, model.bytes, metadata), either)
  }
  try {
    await watched(upload, { look: () => body?.bytesRead ?? 0, stallMs, stalled: stalled(), signal })
  } finally {
    body?.destroy()
  }
}

function clientOf({ endpoint, accessKey, secretKey }: PlatformStore): Client {
  const url = new URL(endpoint)
  return new Client({
    endPoint: url.hostname,
    ...(url.port ? { port: Number(url.port) } : {}),
    useSSL: url.protocol === 'https:',
    accessKey,
    secretKey,
    pathStyle: true,
    partSize: PART_BYTES,
  })
}
