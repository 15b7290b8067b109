import { connectConsumer } from '@andscene/service-kit/redis/redis'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { redisDatabase } from '@andscene/testing/shared-redis'
import type { JobType } from 'bullmq'
import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest'
import { openHarness, type Harness } from './harness.ts'
import { ScriptedProvider } from './scripted-provider.ts'
import { scriptOf, type FakeScript } from './scripts-stub.ts'

export type HarnessOptions = {
  /**
   * Starts a Redis for every test instead of using a shared one: for tests that stop it, fill it or count its commands.
   */
  ownRedis?: boolean
  /** Settings of every API and worker; a function is called before each test. */
  env?: Record<string, string> | (() => Record<string, string>)
}

/** A fresh harness and a provider for every test of a file. */
export function ttsHarness({ ownRedis = false, env }: HarnessOptions = {}) {
  const on = {
    redis: undefined as unknown as RedisServer,
    harness: undefined as unknown as Harness,
    provider: undefined as unknown as ScriptedProvider,
    /** Saves a script: the given one, or lines in the voice `test:one`. */
    script: (id = 's1', script: number | FakeScript = 3) =>
      on.harness.scripts.scripts.set(id, typeof script === 'number' ? scriptOf(script, 'test:one') : script),
    /** The number of clips in the queue. */
    jobs: (...states: JobType[]) => on.harness.lineAudio.queue.getJobCountByTypes(...states),
    /** The number of stored clips of a script. */
    stored: async (id = 's1') => (await on.harness.index.ofScript(id)).length,
    /** Resolves when no plan is queued. */
    planned: () =>
      expect
        .poll(() => on.harness.narration.queue.getJobCountByTypes('active', 'waiting', 'delayed'))
        .toBe(0),
    inRedis: <T>(work: (redis: Redis) => Promise<T>) =>
      on.harness.lineAudio.ask((_queue, redis) => work(redis)),
    /** Collects messages of a Redis channel from now on. */
    async messages(
      channelOf: (prefix: string) => string,
      onMessage: () => void = () => {},
    ): Promise<string[]> {
      const { REDIS_URL, QUEUE_PREFIX } = on.harness.environment
      const connection = connectConsumer(REDIS_URL)
      onTestFinished(() => connection.disconnect())
      const messages: string[] = []
      connection.on('message', (_channel: string, message: string) => {
        messages.push(message)
        onMessage()
      })
      await connection.subscribe(channelOf(QUEUE_PREFIX))
      return messages
    },
    /** A Redis key with the prefix of the test. */
    key: (name: string) => `${on.harness.environment.QUEUE_PREFIX}:tts:${name}`,
  }
  beforeEach(async () => {
    on.redis = await (ownRedis ? startRedis() : redisDatabase())
    on.harness = await openHarness(on.redis, typeof env === 'function' ? env() : env)
    on.provider = new ScriptedProvider()
  })
  afterEach(async () => {
    await on.harness.close()
    await on.redis.stop()
  })
  return on
}
