import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { redisDatabase } from '@andscene/testing/shared-redis'
import { afterEach, beforeEach } from 'vitest'
import { openHarness, type Harness } from './harness.ts'
import { ScriptedProvider } from './scripted-provider.ts'

export type HarnessOptions = {
  /** A Redis for every test instead of the run's: for tests that stop it, fill it or count its commands. */
  ownRedis?: boolean
  /** Settings of every API and worker; a function is asked before each test. */
  env?: Record<string, string> | (() => Record<string, string>)
}

/** A fresh harness and a provider for every test of a file. */
export function ttsHarness({ ownRedis = false, env }: HarnessOptions = {}) {
  const on = {
    redis: undefined as unknown as RedisServer,
    harness: undefined as unknown as Harness,
    provider: undefined as unknown as ScriptedProvider,
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
