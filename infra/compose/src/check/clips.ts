import type { Script } from '@andscene/contracts/script'
import { measureClip } from '@andscene/platform-client/decoded-clip'
import type { PlatformClient } from '@andscene/platform-client/platform-client'
import { saidLine } from '@andscene/screenplay/said/said-line'
import type { Stand } from './stand.ts'

/** The RMS of a quiet voice is above this, that of silence far below. */
const MIN_RMS = 0.005
/** Tolerance between a clip's duration and the stored one. */
const LENGTH_MS = 60
/** No voice speaks a letter in less. */
const MIN_MS_PER_LETTER = 15
const BACKLOG_MS = 15 * 60_000

/** Downloads the clip of every line as a listener does, decodes and measures it. */
export async function hear(api: PlatformClient, { _id }: Script) {
  const { total } = await api.narration(_id)
  const lines = (await api.script(_id)).content.lines.filter(({ audioCache }) => audioCache)
  if (total === 0 || lines.length !== total) throw new Error(`${lines.length} of ${total} lines have a clip`)
  const clips = new Map(lines.map((line) => [line.audioCache!.path, line]))
  let seconds = 0
  for (const [path, line] of clips) {
    const { durationMs, loudness } = await measureClip(await api.clip(path))
    const took = `"${line.text}" takes ${Math.round(durationMs)} ms`
    if (loudness < MIN_RMS) throw new Error(`"${line.text}" is silent`)
    if (Math.abs(durationMs - line.audioCache!.durationMs) > LENGTH_MS)
      throw new Error(`${took}, not ${line.audioCache!.durationMs}`)
    if (durationMs < saidLine(line).text.length * MIN_MS_PER_LETTER)
      throw new Error(`${took}: some of it is missing`)
    seconds += durationMs / 1_000
  }
  return {
    clips: clips.size,
    said: `${lines.length} lines, ${clips.size} clips, ${Math.round(seconds)} s of speech`,
  }
}

/** Runs inside the tts container, which has the credentials of both stores. */
const COUNT_SCRIPT = (scriptId: string) => `
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

/** Asserts that every clip is stored once and audible. */
export async function nothingLost(stand: Stand, api: PlatformClient, script: Script): Promise<string> {
  await api.narrated(script, Infinity, { timeoutMs: BACKLOG_MS })
  const { clips, said } = await hear(api, script)
  const [tts] = await stand.containers('tts')
  const stored = JSON.parse(await stand.node(tts!.id, COUNT_SCRIPT(script._id))) as Record<
    'objects' | 'rows',
    string[]
  >
  const { objects, rows } = stored
  const counts = [clips, objects.length, new Set(objects).size, rows.length, new Set(rows).size]
  if (new Set(counts).size > 1)
    throw new Error(`${clips} clips are heard, ${objects.length} objects and ${rows.length} rows are stored`)
  return `${said}, each clip one object and one row`
}
