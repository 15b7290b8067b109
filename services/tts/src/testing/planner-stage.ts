import { QUEUES, type NarrationJob } from '@andscene/contracts/queues'
import { createApp } from '@andscene/service-kit/create-app'
import { internalTokens } from '@andscene/service-kit/internal-tokens'
import { createProducer } from '@andscene/service-kit/queues'
import { createServiceClient } from '@andscene/service-kit/service-client'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { ScriptClipsReader } from '../clips/script-clips.ts'
import { Allowance } from '../pipeline/allowance.ts'
import { Backlog } from '../pipeline/backlog.ts'
import { planNarration, type PlannerParts } from '../pipeline/planner.ts'
import { ScriptNotes } from '../pipeline/script-notes.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { ScriptedProvider } from './scripted-provider.ts'
import { openStage, type Stage } from './stage.ts'

/** A fresh stage for every test of a file, with all that a plan needs and no worker that makes what it queues. */
export function plannerStage() {
  let redis: RedisServer
  let close: () => Promise<void>
  const on = {
    stage: undefined as unknown as Stage,
    parts: undefined as unknown as PlannerParts,
    redis: () => redis,
    plan: (job: Partial<NarrationJob> = {}) =>
      planNarration(on.parts, { scriptId: 's1', reason: 'casting', ...job }),
    listen: (fromLineIndex: number, scriptId = 's1') =>
      on.plan({ scriptId, reason: 'position', fromLineIndex }),
    /** Scripts and line numbers in the order in which the queue would hand them out. */
    order: async () =>
      (await on.stage.lineAudio.queue.getPrioritized(0, -1)).map((job) => ({
        id: job.id!,
        script: job.data.scriptId!,
        line: job.data.lineIndex!,
        priority: job.priority,
        data: job.data,
      })),
    lines: async () => (await on.order()).map(({ line }) => line),
    /** The first jobs of the queue are made: their clips are stored. Returns their payloads. */
    async make(count: number) {
      const made = (await on.order()).slice(0, count)
      for (const { id, data } of made) {
        await on.stage.index.put({
          path: data.path,
          scriptId: data.scriptId!,
          textHash: data.textHash,
          contentType: 'audio/mpeg',
          voiceId: data.voiceId,
          durationMs: 1,
          bytes: 1,
          lastUpdated: '2026-01-01T00:00:00.000Z',
        })
        await on.stage.lineAudio.queue.remove(id)
      }
      return made
    },
  }
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())
  beforeEach(async () => {
    on.stage = await openStage(redis)
    const app = await createApp({ name: 'planner', logLevel: 'silent' })
    await app.register(internalTokens, {
      self: 'tts',
      privateKey: on.stage.environment.INTERNAL_PRIVATE_KEY,
    })
    await app.ready()
    const { REDIS_URL, QUEUE_PREFIX } = on.stage.environment
    const lineAudio = createProducer(QUEUES.lineAudio, { redisUrl: REDIS_URL, prefix: QUEUE_PREFIX })
    const scripts = createServiceClient(app, 'scripts', on.stage.scripts.url)
    const providers = new SpeechProviders([new ScriptedProvider()])
    on.parts = {
      scripts,
      scriptClips: new ScriptClipsReader(scripts, new VoiceCatalogue(providers, on.stage.objects)),
      index: on.stage.index,
      backlog: new Backlog(lineAudio),
      notes: new ScriptNotes(lineAudio, QUEUE_PREFIX),
      allowance: new Allowance(on.stage.index),
      queueWindow: 2_000,
      now: Date.now,
    }
    close = async () => {
      await lineAudio.close()
      await app.close()
    }
  })
  afterEach(async () => {
    await close()
    await on.stage.close()
  })
  return on
}
