import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openHarness, type Harness } from './harness.ts'
import { ScriptedProvider } from './scripted-provider.ts'

export type HarnessOptions = {
  /** A Redis for every test instead of one for the file: for tests that stop it or fill it. */
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
  const start = async () => {
    on.redis = await startRedis()
  }
  const stop = () => on.redis.stop()
  if (!ownRedis) beforeAll(start)
  if (!ownRedis) afterAll(stop)
  beforeEach(async () => {
    if (ownRedis) await start()
    on.harness = await openHarness(on.redis, typeof env === 'function' ? env() : env)
    on.provider = new ScriptedProvider()
  })
  afterEach(async () => {
    await on.harness.close()
    if (ownRedis) await stop()
  })
  return on
}
