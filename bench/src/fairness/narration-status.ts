import { TTS_NODE_FLAG } from '@andscene/local/parts'
import { addressOf } from '@andscene/contracts/call'
import { readNarration } from '@andscene/contracts/routes/speech'
import { startRedis } from '@andscene/testing/redis-server'
import { wantedClips } from '@andscene/tts/clips/wanted-clips'
import { SpeechProviders } from '@andscene/tts/speech/providers'
import { ScriptedProvider } from '@andscene/tts/testing/scripted-provider'
import type { FakeScript } from '@andscene/tts/testing/scripts-stub'
import { openHarness, type Harness } from '@andscene/tts/testing/harness'
import { VoiceCatalogue } from '@andscene/tts/voices/voice-catalogue'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { report } from '../report.ts'

const LIMIT_MS = 30
const LINES = 50_000
const WORDS = 'the lamp turns slowly over black water while no one in the village below looks up'.split(' ')
const RESOLUTION_MS = 1
const NOTHING_KEPT = { read: async () => undefined, write: async () => undefined }

/** How long a status request for a script of 50,000 lines, half of them narrated, blocks the event loop of tts. */
export async function narrationStatus(): Promise<void> {
  // A process of its own has the product's own options.
  const child = fork(import.meta.filename, { execArgv: [TTS_NODE_FLAG] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}

async function measure(): Promise<void> {
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

    const tell = async (what: string) => {
      const { longestMs, tookMs } = await longestBlock(ask)
      report(`narration ${what}: longest block`, longestMs, 'ms', { limit: LIMIT_MS })
      report(`narration ${what}: response time`, tookMs, 'ms')
    }
    await tell('of 50,000 lines, cold')
    await tell('of 50,000 lines, nothing changed')
    const [first] = await harness.index.ofScript('s1')
    await harness.index.remove([first!.path])
    await tell('of 50,000 lines, one clip changed')
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
    `INSERT INTO tts_clips VALUES (?, json_object('scriptId', 's1', 'contentType', 'audio/mpeg', 'voiceId', ?,
       'textHash', ?, 'durationMs', 1, 'bytes', 1, 'lastUpdated', '2026-01-01T00:00:00.000Z', 'version', 0))`,
  )
  db.exec('BEGIN')
  for (const [n, clip] of [...clips.values()].entries())
    if (n % 2 === 0) put.run(clip.path, clip.voiceId, clip.textHash)
  db.exec('COMMIT')
  db.close()
}

/** 50,000 lines of about 150 characters, each different: the longest script that an upload may hold. */
function longScript(): FakeScript {
  return {
    ownerId: 'owner',
    lines: Array.from({ length: LINES }, (_, n) => ({
      _id: `line-${n}`,
      type: n % 3 === 0 ? 'Dialogue' : 'Action',
      text: `${n}: ${Array.from({ length: 26 }, (_word, k) => WORDS[(n * 7 + k * 3) % WORDS.length]).join(' ')}.`,
      ...(n % 3 === 0 ? { character: `CHARACTER ${n % 20}` } : {}),
    })),
    casting: {
      characterAssignments: Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`CHARACTER ${n}`, n % 2 ? 'test:one' : 'test:two']),
      ),
      narrationVoiceId: 'test:one',
    },
    castingVersion: 1,
  }
}

/** The longest time that `work` blocked the event loop, and its duration. */
async function longestBlock(work: () => Promise<unknown>) {
  await delay(200)
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const begin = performance.now()
  await work()
  const tookMs = performance.now() - begin
  await delay(20)
  delays.disable()
  return { longestMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS), tookMs }
}

if (process.argv[1] === import.meta.filename) await measure()
