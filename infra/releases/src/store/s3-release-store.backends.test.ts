import { startS3, type S3Server } from '@andscene/testing/backends'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseStoreSuite } from './release-store.suite.ts'
import { S3ReleaseStore } from './s3-release-store.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server.stop())

describe('versions in a bucket', () => {
  releaseStoreSuite(async () => new S3ReleaseStore(server))

  test('architecture §8 a missing bucket is an error, not an empty store', async () => {
    const store = new S3ReleaseStore({ ...server, bucket: 'not-there' })
    await expect(store.names()).rejects.toThrow('bucket')
  })
})
