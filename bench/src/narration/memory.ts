import { freePort } from '@andscene/service-kit/free-port'
import { startRedis } from '@andscene/testing/redis-server'
import { scriptOf } from '@andscene/tts/testing/scripts-stub'
import { openHarness } from '@andscene/tts/testing/harness'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { takenBy } from '../processes.ts'
import { report } from '../report.ts'

const SCRIPTS = 20
const LINES = 1_000
/** Allowed growth from the first quarter to the last. */
const FLAT_MB = 30
const VOICE = 'local:espeak-en-us-m1'

/** Memory of a real worker that makes 20,000 clips with a local voice. */
export async function memory(): Promise<void> {
  const redis = await startRedis()
  const harness = await openHarness(redis, { JOB_LOCK_MS: '10000', LOG_LEVEL: 'warn' })
  const worker = fork(fileURLToPath(import.meta.resolve('@andscene/tts/worker/main')), {
    env: { ...process.env, ...harness.environment, PORT: String(await freePort()) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(worker, 'message')
  try {
    const samples: number[] = []
    for (let n = 0; n < SCRIPTS; n += 1) {
      const id = `s${n}`
      harness.scripts.scripts.set(id, scriptOf(LINES, VOICE))
      await harness.plan(id)
      while ((await harness.index.ofScript(id)).length < LINES) await delay(100)
      samples.push(takenBy(worker.pid!)[0]!.rss)
      process.stdout.write(`${(n + 1) * LINES} clips: ${samples.at(-1)!.toFixed(0)} MB\n`)
    }
    const quarter = Math.floor(SCRIPTS / 4)
    const early = Math.max(...samples.slice(0, quarter))
    const late = Math.max(...samples.slice(-quarter))
    report('memory of a worker after the first quarter', early, 'MB')
    report('memory of a worker in the last quarter', late, 'MB', { limit: Math.round(early + FLAT_MB) })
  } finally {
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
    await harness.close()
    await redis.stop()
  }
}
