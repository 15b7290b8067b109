import { QUEUES, type NarrationJob } from '@andscene/contracts/queues'
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
import { ttsHarness, type HarnessOptions } from './tts-harness.ts'

/** A fresh harness for every test of a file, with all that a plan needs and no worker that makes what it queues. */
export function plannerHarness(options: HarnessOptions = {}) {
  const base = ttsHarness(options)
  let close: () => Promise<void>
  const on = Object.assign(base, {
    parts: undefined as unknown as PlannerParts,
    plan: (job: Partial<NarrationJob> = {}) =>
      planNarration(on.parts, { scriptId: 's1', reason: 'casting', ...job }),
    listen: (fromLineIndex: number, scriptId = 's1') =>
      on.plan({ scriptId, reason: 'position', fromLineIndex }),
    /** Scripts and line numbers in the order in which the queue would hand them out. */
    order: async () =>
      (await on.harness.lineAudio.queue.getPrioritized(0, -1)).map((job) => ({
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
        await on.harness.index.put({
          path: data.path,
          scriptId: data.scriptId!,
          textHash: data.textHash,
          contentType: 'audio/mpeg',
          voiceId: data.voiceId,
          durationMs: 1,
          bytes: 1,
          lastUpdated: '2026-01-01T00:00:00.000Z',
        })
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
      scripts,
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
