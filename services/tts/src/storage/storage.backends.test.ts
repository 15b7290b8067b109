import { startMongo, startS3, type MongoServer, type S3Server } from '@andscene/testing/backends'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { audioIndexContract } from './audio-index.contract.ts'
import { audioObjectsContract } from './audio-objects.contract.ts'
import { openAudioIndex } from './document-index.ts'
import { openS3AudioObjects } from './s3-audio-objects.ts'

let mongo: MongoServer
let s3: S3Server
beforeAll(async () => {
  ;[mongo, s3] = await Promise.all([startMongo(), startS3()])
})
afterAll(async () => {
  await Promise.all([mongo?.stop(), s3?.stop()])
})

audioIndexContract('MongoDB', async () => {
  const uri = new URL(mongo.uri)
  uri.pathname = `/t${randomUUID().slice(0, 8)}`
  return { open: () => openAudioIndex({ MONGODB_URI: uri.href, S3_BUCKET: '' }), remove: async () => {} }
})

audioObjectsContract('S3', async () => ({
  objects: await openS3AudioObjects({ ...s3, bucket: `test-${randomUUID()}` }),
  remove: async () => {},
}))
