import { startRedis } from '@andscene/testing/redis-server'
import { ScriptedProvider } from '@andscene/tts/testing/scripted-provider'
import { openHarness, type Harness } from '@andscene/tts/testing/harness'
import { setTimeout as delay } from 'node:timers/promises'
import { report } from '../report.ts'
import { longScript } from './long-script.ts'
import { longestBlock } from './longest-block.ts'

const LIMIT_MB = 8

/** What a script of 50,000 lines that waits to be narrated takes in Redis, and how long planning it blocks a worker. */
export async function redisSize(): Promise<void> {
  const redis = await startRedis()
  const harness = await openHarness(redis, { JOB_LOCK_MS: '60000' })
  const gate = Promise.withResolvers<void>()
  try {
    harness.scripts.scripts.set('s1', longScript())
    await harness.worker([new ScriptedProvider('test', () => gate.promise)], {
      SPEECH_REMOTE_CONCURRENCY: '1',
    })
    const before = await usedMb(harness)
    const planning = await longestBlock(async () => {
      await harness.plan('s1')
      while ((await harness.narration.queue.getJobCountByTypes('waiting', 'active', 'delayed')) > 0)
        await delay(20)
    })
    const jobs = await harness.lineAudio.queue.getJobCountByTypes('prioritized')
    report('50,000 lines in Redis', (await usedMb(harness)) - before, 'MB', { limit: LIMIT_MB })
    report('of them jobs that wait', jobs, 'jobs')
    report('planning them: longest block of the worker', planning.longestMs, 'ms')
    report('planning them: until queued', planning.tookMs, 'ms')
  } finally {
    gate.resolve()
    await harness.close()
    await redis.stop()
  }
}

async function usedMb(harness: Harness): Promise<number> {
  const info = await harness.lineAudio.ask((_queue, redis) => redis.info('memory'))
  return Number(/^used_memory:(\d+)/m.exec(info)![1]) / 1024 ** 2
}
