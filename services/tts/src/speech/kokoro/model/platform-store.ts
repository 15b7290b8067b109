import { Client } from 'minio'
import { createWriteStream } from 'node:fs'
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

const objectOf = ({ name }: PinnedFile) => `voices/${name}`

/** Fetches the model from there. Rejects with SourceFailure when it is not there, or the store does not answer. */
export async function fetchFromStore({ store, model, file, onBytes, signal }: Options): Promise<void> {
  const stalled = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(new SourceFailure('the platform’s S3 does not answer')), STALL_MS)
  }
  moved()
  const ended = AbortSignal.any([signal, stalled.signal])
  const gaveUp = new Promise<never>((_resolve, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason as Error), { once: true })
  })
  gaveUp.catch(() => undefined)
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
    clearTimeout(timer)
  }
}

/** Puts the model there, so that the next worker need not go elsewhere. */
export async function offerToStore(store: PlatformStore, model: PinnedFile, file: string): Promise<void> {
  await clientOf(store).fPutObject(store.bucket, objectOf(model), file, {
    'Content-Type': 'application/octet-stream',
  })
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
  })
}
