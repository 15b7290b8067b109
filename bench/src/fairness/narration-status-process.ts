// A separate process, started with the product's own options.
import { addressOf } from '@andscene/contracts/call'
import { readNarration } from '@andscene/contracts/routes/speech'
import { startRedis } from '@andscene/testing/redis-server'
import { wantedClips } from '@andscene/tts/clips/wanted-clips'
import { SpeechProviders } from '@andscene/tts/speech/providers'
import { ScriptedProvider } from '@andscene/tts/testing/scripted-provider'
import { openHarness, type Harness } from '@andscene/tts/testing/harness'
import { VoiceCatalogue } from '@andscene/tts/voices/voice-catalogue'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { report } from '../report.ts'
import { longestBlock } from './longest-block.ts'
import { longScript } from './long-script.ts'

const LIMIT_MS = 30
const NOTHING_KEPT = { read: async () => undefined, write: async () => undefined }

/** How long a status request for a script of 50,000 lines, half of them narrated, blocks the event loop of tts. */
async function narrationStatus(): Promise<void> {
  const redis = await startRedis()
  const harness = await openHarness(redis)
  try {
    const app = await harness.api([new ScriptedProvider()])
    const ask = async () => {
      const url = addressOf(readNarration, { params: { id: 's1' } })
      const response = await app.inject({ url, headers: harness.person() })
      if (response.statusCode !== 200)
        throw new Error(`narration responded with ${response.statusCode}: ${response.body}`)
      return response.json().data as { total: number; ready: number }
    }
    // A short script first, to warm up the code.
    harness.scripts.scripts.set('s1', {
      ...longScript(),
      lines: longScript().lines.slice(0, 500),
      castingVersion: 0,
    })
    for (let n = 0; n < 20; n += 1) await ask()
    harness.scripts.scripts.set('s1', longScript())
    await narrateHalf(harness)

    const cold = await longestBlock(ask)
    report('narration of 50,000 lines, cold: longest block', cold.longestMs, 'ms', { limit: LIMIT_MS })
    report('narration of 50,000 lines, cold: response time', cold.tookMs, 'ms')
    const warm = await longestBlock(ask)
    report('narration, nothing changed: longest block', warm.longestMs, 'ms', { limit: LIMIT_MS })
    report('narration, nothing changed: response time', warm.tookMs, 'ms')
    const [first] = await harness.index.ofScript('s1')
    await harness.index.remove([first!.path])
    const counted = await longestBlock(ask)
    report('narration, one clip changed: longest block', counted.longestMs, 'ms', { limit: LIMIT_MS })
    report('narration, one clip changed: response time', counted.tookMs, 'ms')
    await harness.index.remove(['none'])
    harness.scripts.scripts.get('s1')!.castingVersion += 1
    const many = await longestBlock(() => Promise.all(Array.from({ length: 20 }, ask)))
    report('twenty concurrent requests, cold: longest block', many.longestMs, 'ms', { limit: LIMIT_MS })
  } finally {
    await harness.close()
    await redis.stop()
  }
}

/** Every other clip is stored, written directly to the file: 25,000 durable writes take minutes. */
async function narrateHalf(harness: Harness): Promise<void> {
  const catalogue = new VoiceCatalogue(new SpeechProviders([new ScriptedProvider()]), NOTHING_KEPT)
  const { clips } = await wantedClips({ scriptId: 's1', ...longScript() }, catalogue)
  const db = new DatabaseSync(path.join(harness.folder, 'tts.sqlite'))
  const put = db.prepare(
    `INSERT INTO clips (path, script_id, content_type, voice_id, text_hash, duration_ms, bytes, last_updated)
     VALUES (?, 's1', 'audio/mpeg', ?, ?, 1, 1, '2026-01-01T00:00:00.000Z')`,
  )
  db.exec('BEGIN')
  for (const [n, clip] of [...clips.values()].entries())
    if (n % 2 === 0) put.run(clip.path, clip.voiceId, clip.textHash)
  db.exec('COMMIT')
  db.close()
}

await narrationStatus()
