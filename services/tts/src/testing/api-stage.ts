import type { App } from '@andscene/service-kit/create-app'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { ScriptedProvider } from './scripted-provider.ts'
import { openStage, type Stage } from './stage.ts'

/** A fresh stage with an API for every test of a file, and the calls that people make. `withWorker` adds who speaks. */
export function apiStage() {
  let redis: RedisServer
  const on = {
    stage: undefined as unknown as Stage,
    provider: undefined as unknown as ScriptedProvider,
    app: undefined as unknown as App,
    get: (url: string, headers: Record<string, string> = {}, uid?: string) =>
      on.app.inject({ url, headers: { ...on.stage.person(uid), ...headers } }),
    post: (url: string, payload: object, uid?: string) =>
      on.app.inject({ method: 'POST', url, payload, headers: on.stage.person(uid) }),
    generate: (payload: object, uid?: string) => on.post('/api/voices/generate', payload, uid),
    withWorker: (env?: Record<string, string>) => on.stage.worker([on.provider], env),
  }
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())
  beforeEach(async () => {
    on.stage = await openStage(redis)
    on.provider = new ScriptedProvider()
    on.app = await on.stage.api([on.provider])
  })
  afterEach(() => on.stage.close())
  return on
}

/** What the player sends for a line of `scriptOf`. */
export const lineOf = (n: number, more: object = {}) => ({
  voiceId: 'test:one',
  scriptId: 's1',
  lineId: `line-${n}`,
  text: `Text number ${n}.`,
  ...more,
})
