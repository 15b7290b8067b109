import { s3Client, startMongo, startS3, type MongoServer, type S3Server } from './backends.ts'
import { randomUUID } from 'node:crypto'

export type Servers = { mongo: MongoServer; s3: S3Server }

export async function startServers(): Promise<Servers & { stop(): Promise<void> }> {
  const [mongo, s3] = await Promise.all([startMongo(), startS3()])
  return { mongo, s3, stop: async () => void (await Promise.all([mongo.stop(), s3.stop()])) }
}

/** Settings for a new database and a new bucket. */
export function newPlace({ mongo, s3 }: Servers) {
  const id = randomUUID().replaceAll('-', '')
  const uri = new URL(mongo.uri)
  uri.pathname = `/t${id}`
  return {
    MONGODB_URI: uri.href,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_BUCKET: `t${id}`,
  }
}
export type Place = ReturnType<typeof newPlace>

export const bucketOf = (place: Place) =>
  s3Client({
    endpoint: place.S3_ENDPOINT,
    accessKey: place.S3_ACCESS_KEY,
    secretKey: place.S3_SECRET_KEY,
  })

/** Names of all objects in the bucket, sorted. */
export const objectsIn = async (place: Place): Promise<string[]> =>
  [...(await modificationTimes(place)).keys()].sort()

/** Modification time of each object in the bucket (ms), by name. */
export async function modificationTimes(place: Place): Promise<Map<string, number>> {
  const written = new Map<string, number>()
  const listed = bucketOf(place).listObjectsV2(place.S3_BUCKET, '', true) as AsyncIterable<{
    name: string
    lastModified: Date
  }>
  for await (const { name, lastModified } of listed) written.set(name, lastModified.getTime())
  return written
}
