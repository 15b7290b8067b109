import type { Stand } from './stand.ts'

export type Stored = {
  /** Clips in the object store, by their paths. */
  objects: string[]
  /** Paths of the rows in the index, with duplicates. */
  rows: string[]
}

/** Runs inside the tts container, which has the credentials of both stores. */
const LOOK = (scriptId: string) => `
import { Client } from 'minio'
import { MongoClient } from 'mongodb'
const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET = 'andscene-audio', MONGODB_URI } = process.env
const { hostname, port } = new URL(S3_ENDPOINT)
const s3 = new Client({
  endPoint: hostname, port: Number(port), useSSL: false, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY,
})
const objects = []
for await (const item of s3.listObjectsV2(S3_BUCKET, 'scripts/${scriptId}/', true)) objects.push(item.name)
const mongo = await new MongoClient(MONGODB_URI).connect()
const rows = await mongo.db().collection('tts_clips').find({ scriptId: '${scriptId}' }).toArray()
await mongo.close()
console.log(JSON.stringify({ objects, rows: rows.map(({ _id }) => _id) }))
`

export async function storedOf(stand: Stand, scriptId: string): Promise<Stored> {
  const [tts] = await stand.containers('tts')
  return JSON.parse(await stand.node(tts!.id, LOOK(scriptId))) as Stored
}
