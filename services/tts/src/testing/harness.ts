import type { Person } from '@andscene/contracts/internal'
import { QUEUES } from '@andscene/contracts/queues'
import type { NarrationJob } from '@andscene/contracts/queues'
import { createProducer } from '@andscene/service-kit/queue/queues'
import { readConfig } from '@andscene/service-kit/config'
import { requiredRedis, RedisConfig } from '@andscene/service-kit/redis/redis-config'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import type { RedisServer } from '@andscene/testing/redis-server'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { buildApp } from '../api/build-app.ts'
import { ApiConfig, WorkerConfig } from '../config.ts'
import { dayOf } from '../pipeline/allowance.ts'
import type { SpeechProvider } from '../speech/provider.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { openStorage } from '../storage/open-storage.ts'
import { buildWorker } from '../worker/build-worker.ts'
import { startScriptsStub } from './scripts-stub.ts'

/**
 * For tests in which a process or Redis dies, so that its jobs are taken again soon. Not for other tests: on a busy
 * machine a process that stalls for a second would lose its jobs, and its clips would be made twice.
 */
export const SHORT_LOCKS = { JOB_LOCK_MS: '1000' }

/**
 * Everything that tts requires for one test: a scripts service, storage in a folder, queues with their own prefix, and
 * API and workers as `main.ts` builds them. `close()` stops all of it.
 */
export async function openHarness(redis: Pick<RedisServer, 'url'>, env: Record<string, string> = {}) {
  const folder = await temporaryFolder('andscene-tts')
  const keys = createInternalKeys(['gateway', 'scripts', 'tts'])
  const scripts = await startScriptsStub(keys.publicKeys)
  const prefix = `t-${randomUUID()}`
  const environment = {
    DATA_DIR: folder.path,
    REDIS_URL: redis.url,
    QUEUE_PREFIX: prefix,
    SCRIPTS_URL: scripts.url,
    INTERNAL_PRIVATE_KEY: keys.privateKeys.tts,
    INTERNAL_PUBLIC_KEYS: keys.publicKeys,
    LOG_LEVEL: 'silent',
    KOKORO: 'off',
    ...env,
  }
  const storage = await openStorage(readConfig(ApiConfig, environment))
  const queue = { redis: requiredRedis(readConfig(RedisConfig, environment)), prefix }
  const narration = createProducer(QUEUES.narration, queue)
  const deleted = createProducer(QUEUES.deleted, queue)
  const erased = createProducer(QUEUES.erased, queue)
  const lineAudio = createProducer(QUEUES.lineAudio, queue)
  // A fixed time, so that midnight does not renew an allowance during a test.
  const began = Date.now()
  const now = () => began
  const open: { close(): Promise<unknown> }[] = []
  const opened = <T extends { close(): Promise<unknown> }>(part: T): T => {
    open.push(part)
    return part
  }

  return {
    environment,
    scripts,
    ...storage,
    folder: folder.path,
    /** The fixed clock of all allowances, and its day. */
    now,
    today: dayOf(began),
    narration,
    deleted,
    erased,
    lineAudio,
    /** Headers of a user's request as sent by the gateway. */
    person: (who: string | Person = 'owner', address = '198.51.100.1') => {
      const { uid, ...known } = typeof who === 'string' ? { uid: who } : who
      const token = keys.token('gateway', 'tts', { sub: uid, ...known })
      return { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
    },
    /** Signs requests to other services like tts. */
    signer: { signInternal: (to: string) => keys.token('tts', to) },
    /** Headers of a request from another service. */
    service: () => ({ authorization: `Bearer ${keys.token('scripts', 'tts')}` }),
    /** Sends the command that the scripts service sends. */
    plan: (scriptId: string, job: Partial<NarrationJob> = {}) =>
      narration.add({ scriptId, reason: 'casting', ...job }),
    async api(providers: SpeechProvider[], more: Record<string, string> = {}) {
      const config = readConfig(ApiConfig, { ...environment, ...more })
      const app = opened(await buildApp(config, { providers: new SpeechProviders(providers), now }))
      await app.ready()
      return app
    },
    async worker(
      providers: SpeechProvider[],
      more: Record<string, string> = {},
      logStream?: NodeJS.WritableStream,
    ) {
      const config = readConfig(WorkerConfig, { ...environment, ...more })
      const deps = { providers: new SpeechProviders(providers), logStream, now }
      const app = opened(await buildWorker(config, deps))
      await app.ready()
      return app
    },
    async close() {
      await Promise.all(open.map((part) => part.close()))
      await Promise.all([narration, deleted, erased, lineAudio].map((producer) => producer.close()))
      await scripts.close()
      await storage.index.close()
      await folder.remove()
    },
  }
}
export type Harness = Awaited<ReturnType<typeof openHarness>>
