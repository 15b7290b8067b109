import { Client } from 'minio'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SourceFailure } from './failure.ts'
import type { PinnedFile } from './spec.ts'

/** The platform's own S3, where workers on several machines may find what one of them has fetched. */
export type PlatformStore = { endpoint: string; accessKey: string; secretKey: string; bucket: string }

type Options = {
  store: PlatformStore
  model: PinnedFile
  file: string
  onBytes: (bytes: number) => void
  signal: AbortSignal
}

/** No bytes for so long, and it is given up. */
const STALL_MS = 30_000

/** In one piece after the other, of which each must be taken before it is given up: the least that S3 allows. */
const PART_BYTES = 5 * 1024 * 1024

const objectOf = ({ name }: PinnedFile) => `voices/${name}`

/** Fetches the model from there. Rejects with SourceFailure when it is not there, or the store does not respond. */
export async function fetchFromStore({ store, model, file, onBytes, signal }: Options): Promise<void> {
  const { ended, gaveUp, moved, end } = watched(signal)
  try {
    const fetching = clientOf(store).getObject(store.bucket, objectOf(model))
    const body = await Promise.race([fetching, gaveUp])
    let size = 0
    body.on('data', (chunk: Buffer) => {
      moved()
      size += chunk.length
      if (size > model.bytes) body.destroy(new SourceFailure('the platform’s S3 has another file'))
      else onBytes(size)
    })
    await pipeline(body, createWriteStream(file), { signal: ended })
  } catch (error) {
    if (signal.aborted || error instanceof SourceFailure || (error as { code?: unknown }).code === 'ENOSPC')
      throw error
    throw new SourceFailure('the platform’s S3 does not have it', { cause: error })
  } finally {
    end()
  }
}

type Offer = {
  store: PlatformStore
  model: PinnedFile
  file: string
  /** What is there was fetched, and is another file: its size alone would not tell. */
  isStoredWrong?: boolean
  signal: AbortSignal
  stallMs?: number
}

/**
 * Puts the model there unless one of its size is, or in place of a wrong one, so that the next worker need not go
 * elsewhere. Rejects with the signal's reason, or when the store does not take it or takes nothing for `stallMs`.
 */
export async function offerToStore(offer: Offer): Promise<void> {
  const { store, model, file, isStoredWrong = false, signal, stallMs } = offer
  const watch = watched(signal, stallMs)
  let body: Readable | undefined
  try {
    const client = clientOf(store)
    const stat = async () => client.statObject(store.bucket, objectOf(model)).catch(() => undefined)
    if (!isStoredWrong && (await Promise.race([stat(), watch.gaveUp]))?.size === model.bytes) return
    body = Readable.from(told(file, watch.moved), { objectMode: false })
    const metadata = { 'Content-Type': 'application/octet-stream' }
    await Promise.race([
      client.putObject(store.bucket, objectOf(model), body, model.bytes, metadata),
      watch.gaveUp,
    ])
  } finally {
    watch.end()
    body?.destroy()
  }
}

async function* told(file: string, onChunk: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file)) {
    onChunk()
    yield chunk as Buffer
  }
}

/** Ends by `signal`, or when `moved` was not called for so long. */
function watched(signal: AbortSignal, stallMs = STALL_MS) {
  const stalled = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(new SourceFailure('the platform’s S3 does not respond')), stallMs)
  }
  moved()
  const ended = AbortSignal.any([signal, stalled.signal])
  const gaveUp = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(ended.reason as Error)
    if (ended.aborted) fail()
    else ended.addEventListener('abort', fail, { once: true })
  })
  gaveUp.catch(() => undefined)
  return { ended, gaveUp, moved, end: () => clearTimeout(timer) }
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
