import { startRedis } from '@andscene/testing/redis-server'
import { scriptOf } from '@andscene/tts/testing/scripts-stub'
import { openHarness } from '@andscene/tts/testing/harness'
import { openWorkerProcesses } from '@andscene/tts/testing/worker-processes'
import { setTimeout as delay } from 'node:timers/promises'
import { report } from '../report.ts'

const SPEECH_MS = 200
const CLIPS = 400
const MANY = 8
const FASTER_AT_LEAST = 7.5

/** Speed-up by more workers with a provider that takes 200 ms, one text at a time per worker. */
export async function moreWorkers(): Promise<void> {
  const one = await secondsWith(1)
  const many = await secondsWith(MANY)
  report(`${CLIPS} clips of ${SPEECH_MS} ms, 1 worker`, one, 's')
  report(`${CLIPS} clips of ${SPEECH_MS} ms, ${MANY} workers`, many, 's', { limit: one / FASTER_AT_LEAST })
  report('times faster', one / many, '×')
}

async function secondsWith(workers: number): Promise<number> {
  const redis = await startRedis()
  const harness = await openHarness(redis, { JOB_LOCK_MS: '10000' })
  const processes = await openWorkerProcesses(harness, () => delay(SPEECH_MS))
  try {
    await Promise.all(Array.from({ length: workers }, () => processes.start()))
    harness.scripts.scripts.set('s1', scriptOf(CLIPS, 'test:one'))
    const begin = performance.now()
    await harness.plan('s1')
    while ((await harness.index.ofScript('s1')).length < CLIPS) await delay(20)
    return (performance.now() - begin) / 1_000
  } finally {
    await processes.close()
    await harness.close()
    await redis.stop()
  }
}
