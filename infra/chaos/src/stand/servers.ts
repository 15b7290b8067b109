import { builtMongo, builtS3, s3Client } from '@andscene/testing/backends'
import type { Stage } from '../fault.ts'

/** FerretDB, and MinIO, which keeps every version of an object; both built from pinned modules. */
export async function startServers(stage: Stage) {
  const [mongo, s3] = await Promise.all([builtMongo(), builtS3()])
  stage.defer(async () => void (await Promise.all([mongo.stop(), s3.stop()])))
  const { endpoint, accessKey, secretKey, bucket } = s3
  const client = s3Client(s3)
  await client.setBucketVersioning(bucket, { Status: 'Enabled' })
  const uri = new URL(mongo.uri)
  uri.pathname = '/andscene'
  return {
    mongo,
    s3,
    /** Environment variables for the platform. */
    environment: {
      MONGODB_URI: uri.href,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_BUCKET: bucket,
    },
    /** Number of writes of each stored object, by its path in the bucket. */
    async writes(): Promise<Map<string, number>> {
      const times = new Map<string, number>()
      const versions = client.listObjects(bucket, '', true, { IncludeVersion: true }) as AsyncIterable<{
        name: string
        isDeleteMarker?: boolean
      }>
      for await (const { name, isDeleteMarker } of versions)
        if (!isDeleteMarker) times.set(name, (times.get(name) ?? 0) + 1)
      return times
    },
  }
}
