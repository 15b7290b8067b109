import { CLIP_CONTENT_TYPE } from '@andscene/contracts/voices/clip'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import { Client } from 'minio'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isWordsPath } from '../clips/clip-path.ts'
import { isSystemFailure, ObjectsNotRemoved, type AudioObjects, type StoredObject } from './audio-objects.ts'

export type S3Options = { endpoint: string; accessKey: string; secretKey: string; bucket: string }

const LISTED_AT_ONCE = 1_000
const DELETE_LIMIT = 1_000

/** Objects in a bucket of any S3 server. Creates the bucket if it does not exist. */
export async function openS3AudioObjects(options: S3Options): Promise<AudioObjects> {
  const { bucket } = options
  const endpoint = new URL(options.endpoint)
  const client = new Client({
    endPoint: endpoint.hostname,
    ...(endpoint.port ? { port: Number(endpoint.port) } : {}),
    useSSL: endpoint.protocol === 'https:',
    accessKey: options.accessKey,
    secretKey: options.secretKey,
    pathStyle: true,
  })
  await makeBucket(client, bucket)

  const write = async (path: string, bytes: Uint8Array) => {
    await client.putObject(bucket, path, Buffer.from(bytes), bytes.byteLength, {
      'Content-Type': isWordsPath(path) ? 'application/json' : CLIP_CONTENT_TYPE,
    })
  }
  const list = async (prefix: string): Promise<string[]> => {
    const names: string[] = []
    for await (const item of client.listObjectsV2(bucket, prefix, true) as AsyncIterable<{ name?: string }>)
      if (item.name !== undefined) names.push(item.name)
    return names
  }
  const removeAll = async (paths: readonly string[]) => {
    const refused: unknown[] = []
    for (let start = 0; start < paths.length; start += DELETE_LIMIT)
      // One entry per key that the server refused to delete: the client returns errors instead of throwing them.
      refused.push(...(await client.removeObjects(bucket, paths.slice(start, start + DELETE_LIMIT))))
    if (refused.length > 0) throw new ObjectsNotRemoved(refused)
  }
  const exists = async (path: string) => {
    try {
      await client.statObject(bucket, path)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  const objects: AudioObjects = {
    write,
    async read(path) {
      try {
        return await buffer(await client.getObject(bucket, path))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(paths) {
      const existing = await Promise.all(paths.map(exists))
      const found = paths.filter((_path, n) => existing[n])
      await removeAll(found)
      return found.length
    },
    async removeFolder(folder) {
      const paths = await list(folder)
      await removeAll(paths)
      return paths.filter((path) => !isWordsPath(path)).length
    },
    async *list(folder) {
      let found: StoredObject[] = []
      for await (const { name, size, lastModified } of client.listObjectsV2(
        bucket,
        folder,
        true,
      ) as AsyncIterable<{ name?: string; size?: number; lastModified?: Date }>) {
        if (name === undefined) continue
        found.push({ path: name, bytes: size ?? 0, changedAt: lastModified ?? new Date() })
        if (found.length < LISTED_AT_ONCE) continue
        yield found
        found = []
      }
      if (found.length > 0) yield found
    },
    async check() {
      const probe = `probes/${randomUUID()}`
      await write(probe, Buffer.from('probe'))
      await client.removeObject(bucket, probe)
    },
  }
  return withOutages(objects, { of: 's3', isOutage })
}

const SERVER_FAILURES = ['InternalError', 'ServiceUnavailable', 'SlowDown']
const isOutage = (error: unknown) =>
  isSystemFailure(error) || SERVER_FAILURES.includes(String((error as { code?: unknown }).code))

/** Another process may create the bucket at the same time. */
async function makeBucket(client: Client, bucket: string): Promise<void> {
  if (await client.bucketExists(bucket)) return
  try {
    await client.makeBucket(bucket)
  } catch (error) {
    if (!(await client.bucketExists(bucket))) throw error
  }
}

const isMissing = (error: unknown) =>
  ['NoSuchKey', 'NotFound'].includes((error as { code?: string }).code ?? '')
