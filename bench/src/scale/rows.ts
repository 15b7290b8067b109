import { temporaryFolder } from '@andscene/testing/temporary-folder'
import type { StoredClip } from '@andscene/tts/storage/audio-index'
import { openSqliteAudioIndex } from '@andscene/tts/storage/sqlite-audio-index'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { median, percentile, report } from '../report.ts'
import { ownCpuSeconds } from './cpu.ts'

const KNOWN = [0, 1_000_000]
const PUT = 500

/** What it takes the embedded index to write the row of a clip durably, alone, and with a million clips in its file. */
export async function rows(): Promise<void> {
  const folder = await temporaryFolder('andscene-rows')
  const file = path.join(folder.path, 'tts.sqlite')
  const index = openSqliteAudioIndex(file)
  try {
    for (const known of KNOWN) {
      if (known > 0) fill(file, known)
      const times: number[] = []
      const cpu = ownCpuSeconds()
      for (let n = 0; n < PUT; n += 1) {
        const begin = performance.now()
        await index.put(clipOf(`${known}-${n}`), { ownerId: 'owner', day: '2026-01-01' })
        times.push(performance.now() - begin)
      }
      const each = ((ownCpuSeconds() - cpu) * 1_000) / PUT
      report(`${known} clips in the file: a row is written, p50`, median(times), 'ms')
      report(`${known} clips in the file: a row is written, p95`, percentile(times, 0.95), 'ms')
      report(`${known} clips in the file: a row`, each, 'ms of CPU')
    }
  } finally {
    await index.close()
    await folder.remove()
  }
}

const clipOf = (name: string): StoredClip => ({
  path: `scripts/s1/voice/${name}.mp3`,
  scriptId: 's1',
  contentType: 'audio/mpeg',
  voiceId: 'local:flite-slt',
  textHash: name,
  durationMs: 3_000,
  bytes: 24_000,
  lastUpdated: '2026-01-01T00:00:00.000Z',
})

/** Straight into the file, because a million durable writes take an hour. */
function fill(file: string, count: number): void {
  const db = new DatabaseSync(file)
  const put = db.prepare(
    `INSERT INTO clips (path, script_id, content_type, voice_id, text_hash, duration_ms, bytes, last_updated)
     VALUES (?, ?, 'audio/mpeg', 'local:flite-slt', ?, 3000, 24000, '2026-01-01T00:00:00.000Z')`,
  )
  db.exec('BEGIN')
  for (let n = 0; n < count; n += 1) put.run(`scripts/f${n % 500}/voice/${n}.mp3`, `f${n % 500}`, `text-${n}`)
  db.exec('COMMIT')
  db.close()
}
