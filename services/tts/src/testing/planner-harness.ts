import { QUEUES, type LineAudioJob, type NarrationJob } from '@andscene/contracts/queues'
import { createProducer } from '@andscene/service-kit/queue/queues'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import { afterEach, beforeEach } from 'vitest'
import { ScriptClipsReader } from '../clips/script-clips.ts'
import { Allowance } from '../pipeline/allowance.ts'
import { Backlog } from '../pipeline/backlog.ts'
import { planNarration, type PlannerParts } from '../pipeline/planner.ts'
import { ScriptNotes } from '../pipeline/script-notes.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { storedClip } from './stored-clip.ts'
import { ttsHarness, type HarnessOptions } from './tts-harness.ts'

/** A fresh harness for every test of a file, with the parts of a planner and no worker. */
export function plannerHarness(options: HarnessOptions = {}) {
  const base = ttsHarness(options)
  let close: () => Promise<void>
  const on = Object.assign(base, {
    parts: undefined as unknown as PlannerParts,
    plan: (job: Partial<NarrationJob> = {}) =>
      planNarration(on.parts, { scriptId: 's1', reason: 'casting', ...job }),
    listen: (fromLineIndex: number, scriptId = 's1') =>
      on.plan({ scriptId, reason: 'position', fromLineIndex }),
    /** The waiting jobs, in the order of the queue. */
    order: async () =>
      (await on.harness.lineAudio.queue.getPrioritized(0, -1)).map((job) => ({
        id: job.id!,
        script: job.data.scriptId!,
        line: job.data.lineIndex!,
        priority: job.priority,
        data: job.data,
      })),
    lines: async () => (await on.order()).map(({ line }) => line),
    store: ({ path, scriptId, textHash, voiceId }: LineAudioJob) =>
      on.harness.index.put(
        storedClip({ path, ...(scriptId !== undefined && { scriptId }), textHash, voiceId }),
      ),
    /** Makes these waiting jobs permanently failed. */
    fail: (ids: readonly string[], at = Date.now()) =>
      on.harness.lineAudio.ask(async (queue, redis) => {
        await redis.zrem(queue.toKey('prioritized'), ...ids)
        await redis.zadd(queue.toKey('failed'), ...ids.flatMap((id) => [at, id]))
      }),
    /** Stores the clips of the first jobs of the queue; returns the jobs. */
    async make(count: number) {
      const made = (await on.order()).slice(0, count)
      for (const { id, data } of made) {
        await on.store(data)
        await on.harness.lineAudio.queue.remove(id)
      }
      return made
    },
  })
  beforeEach(async () => {
    const { REDIS_URL, QUEUE_PREFIX } = on.harness.environment
    const lineAudio = createProducer(QUEUES.lineAudio, { redis: REDIS_URL, prefix: QUEUE_PREFIX })
    const scripts = createServiceClient(on.harness.signer, 'scripts', on.harness.scripts.url)
    const providers = new SpeechProviders([on.provider])
    on.parts = {
      scriptClips: new ScriptClipsReader(scripts, new VoiceCatalogue(providers, on.harness.objects)),
      index: on.harness.index,
      backlog: new Backlog(lineAudio),
      notes: new ScriptNotes(lineAudio, QUEUE_PREFIX),
      allowance: new Allowance(on.harness.index, { now: on.harness.now }),
      queueWindow: 2_000,
      now: Date.now,
    }
    close = () => lineAudio.close()
  })
  afterEach(() => close())
  return on
}
