import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { openHarness } from '@andscene/tts/testing/harness'
import path from 'node:path'
import { Redis } from 'ioredis'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds, ownCpuSeconds } from '../processes.ts'
import { startWorker } from '../worker-process.ts'

/** Seconds of wall time and of CPU by process, and the number of Redis commands. */
export type Taken = { wall: number; worker: number; redis: number; scripts: number; commands: number }

const HOURS = '3600000'

/**
 * Redis, storage in a folder, the internal routes of scripts (in this process) and one real worker whose voice costs
 * nothing. The reconciler runs only when called.
 */
export async function openSilentStand() {
  const redis = await startRedis()
  const harness = await openHarness(redis, {
    RECONCILE_MS: HOURS,
    SPEECH_LIMIT_MS: HOURS,
    LIMIT_AUDIO_HOURS: '1000000',
    LOG_LEVEL: 'warn',
  })
  const meter = redisMeter(redis)
  const worker = await startWorker(harness, path.join(import.meta.dirname, 'silent-worker-process.ts'))
  const { narration, lineAudio } = harness
  const used = async () => ({
    worker: cpuSeconds(worker.pid),
    scripts: ownCpuSeconds(),
    ...(await meter.use()),
  })
  return {
    harness,
    meter,
    waiting: () => lineAudio.queue.getJobCountByTypes('prioritized'),
    speak: () => worker.send('speak'),
    hold: () => worker.send('hold'),
    /** Waits until all plans are made. */
    async planned() {
      while ((await narration.queue.getJobCountByTypes('waiting', 'active', 'delayed')) > 0) await delay(20)
    },
    /** Waits until at most `count` clips are queued. */
    async madeDownTo(count: number) {
      while ((await lineAudio.queue.getJobCountByTypes('prioritized')) > count) await delay(10)
    },
    async measure(work: () => Promise<void>): Promise<Taken> {
      const before = await used()
      const begin = performance.now()
      await work()
      const wall = (performance.now() - begin) / 1_000
      const after = await used()
      return {
        wall,
        worker: after.worker - before.worker,
        redis: after.cpu - before.cpu,
        scripts: after.scripts - before.scripts,
        commands: after.commands - before.commands,
      }
    },
    async [Symbol.asyncDispose]() {
      await worker.stop()
      meter.close()
      await harness.close()
      await redis.stop()
    },
  }
}
export type SilentStand = Awaited<ReturnType<typeof openSilentStand>>

/** Reads the CPU time (s), the number of commands and the memory (bytes) of a Redis over its own connection. */
function redisMeter({ url }: RedisServer) {
  const redis = new Redis(url)
  return {
    async use() {
      const info = await redis.info('everything')
      const number = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)![1])
      // Commands of Lua scripts count, too.
      const calls = [...info.matchAll(/^cmdstat_[^:]+:calls=(\d+)/gm)].map(([, count]) => Number(count))
      return {
        cpu: number('used_cpu_sys') + number('used_cpu_user'),
        commands: calls.reduce((sum, count) => sum + count, 0),
        memory: number('used_memory'),
      }
    },
    close: () => redis.disconnect(),
  }
}
