import { createEngine } from '@andscene/kokoro/create-engine'
import { voiceFilesSettings } from '@andscene/kokoro/model/config'
import { VoiceFiles } from '@andscene/kokoro/model/voice-files'
import { OwnNaturalVoices } from '@andscene/kokoro/own-natural-voices'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { QUEUES } from '@andscene/contracts/queues'
import { createApp } from '@andscene/service-kit/create-app'
import { Postponed } from '@andscene/service-kit/queue/job-run'
import { startConsumers, type RunningConsumers } from '@andscene/service-kit/queue/queue-consumers'
import { createProducer } from '@andscene/service-kit/queue/queues'
import { requiredRedis } from '@andscene/service-kit/redis/redis-config'
import { runEvery } from '@andscene/service-kit/run-every'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { availableParallelism } from 'node:os'
import { clearScript, erasePerson } from '../clips/clear-clips.ts'
import type { WorkerConfig } from '../config.ts'
import { openParts, type BuildDeps } from '../parts.ts'
import { planNarration } from '../pipeline/planner.ts'
import { isAwaited } from '../pipeline/priorities.ts'
import { createProviders } from '../speech/create-providers.ts'
import type { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'
import { announceNarrations } from './announce-narrations.ts'
import { announceNaturalVoices } from './announce-natural-voices.ts'
import { createClipMaker } from './clip-maker.ts'
import { followPreparation } from './follow-preparation.ts'
import { followWaiters } from './follow-waiters.ts'
import { deleteExpired, removePreviews } from './preview-janitor.ts'
import { reconcile } from './reconciler.ts'
import { createChorus } from './speak-together.ts'
import { createNarrated } from './speak-with-narrator.ts'
import { Speaker } from './speaker.ts'
import { StorageWatch } from './storage-watch.ts'
import { WantedCheck } from './wanted-check.ts'
import { workerMetrics } from './worker-metrics.ts'

const PLANNERS = 2
const DELETERS = 1
/** Delay of a deletion while a clip of the script is being made. */
const LOOK_AGAIN_MS = 2_000

/** Builds the worker of tts: plans narrations, makes and deletes clips. Its HTTP server has health and metrics only. */
export async function buildWorker(config: WorkerConfig, deps: BuildDeps = {}) {
  const app = await createApp({ name: 'tts-worker', logLevel: config.LOG_LEVEL, logStream: deps.logStream })
  await app.register(internalTokens, { self: 'tts', privateKey: config.INTERNAL_PRIVATE_KEY })
  const voiceFiles = new VoiceFiles({ ...voiceFilesSettings(config), log: app.log })
  const engine = createEngine(config)
  const natural = new OwnNaturalVoices(voiceFiles, engine)
  const naturalState = () => natural.state()
  const queue = { redis: requiredRedis(config), prefix: config.QUEUE_PREFIX }
  const naturalParts = (status: NaturalVoicesStatus) =>
    engine
      ? { engine, state: async () => elsewhereIfOff(await naturalState(), status) }
      : { others: () => status.read() }
  const { producers, ...parts } = await openParts(app, config, {
    producers: () => ({
      [QUEUES.narration]: createProducer(QUEUES.narration, queue),
      [QUEUES.lineAudio]: createProducer(QUEUES.lineAudio, queue),
    }),
    providers: (status) => deps.providers ?? createProviders(config, naturalParts(status)),
    now: deps.now,
  })
  const { index, objects, catalogue, providers, backlog, notes, waiters } = parts
  const announcement = announceNaturalVoices({
    state: naturalState,
    status: parts.naturalVoices,
    log: app.log,
  })
  natural.on('change', () => announcement.changed())
  voiceFiles.start()
  const planner = { ...parts, queueWindow: config.QUEUE_WINDOW, now: Date.now }
  const speaker = new Speaker(providers, {
    threads: config.SPEECH_THREADS ?? availableParallelism(),
    remoteConcurrency: config.SPEECH_REMOTE_CONCURRENCY,
    limitMs: config.SPEECH_LIMIT_MS,
    metrics: app.metrics,
  })
  let consumers: RunningConsumers | undefined
  const storage = new StorageWatch({
    check: async () => {
      await objects.check()
      await index.check()
    },
    pause: async () => consumers?.pause(QUEUES.lineAudio),
    resume: async () => consumers?.resume(QUEUES.lineAudio),
    log: app.log,
  })
  workerMetrics(app.metrics, { storage, speaker, naturalState })
  const wanted = new WantedCheck(parts.scriptClips, notes, catalogue)
  const narrations = announceNarrations({ notes, log: app.log })
  const chorus = createChorus({ speaker, providers })
  const makeClip = createClipMaker({
    ...parts,
    speaker,
    chorus,
    narrated: createNarrated({ speaker, chorus, providers }),
    wanted,
    storage,
    changed: (scriptId) => narrations.changed(scriptId),
    metrics: app.metrics,
  })

  const following = followWaiters({
    redis: queue.redis,
    backlog,
    waiters,
    wanted,
    cancel: (jobId) => consumers?.cancel(QUEUES.lineAudio, jobId),
    concurrency: speaker.concurrency,
    giveWay: (rank) => speaker.giveWay(rank),
    log: app.log,
  })

  consumers = startConsumers({
    ...queue,
    log: app.log,
    metrics: app.metrics,
    lockMs: config.JOB_LOCK_MS,
    stalledCheckMs: config.JOB_LOCK_MS / 2,
    consumers: {
      [QUEUES.narration]: {
        concurrency: PLANNERS,
        async process(job, { log }) {
          const plan = await planNarration(planner, job)
          log.info({ scriptId: job.scriptId, reason: job.reason, ...plan }, 'narration planned')
          return { outcome: plan.outcome }
        },
      },
      [QUEUES.deleted]: {
        concurrency: DELETERS,
        async process({ scriptId, mark }, { log }) {
          const filesDeleted = await clearScript(parts, scriptId, { erased: true })
          log.info({ scriptId, filesDeleted }, 'audio of a deleted script removed')
          const running = await backlog.running(scriptId)
          for (const jobId of running) await waiters.announceAbandoned(jobId)
          // A running job may still leave an object if its process dies, so check again after it.
          if (running.length > 0) throw new Postponed(LOOK_AGAIN_MS, 'a clip is being made')
          if (mark !== undefined) await notes.acknowledge({ scriptId, kind: 'deleted', mark })
          return { outcome: 'deleted' }
        },
      },
      [QUEUES.erased]: {
        concurrency: DELETERS,
        async process({ uid }) {
          const isMaking = await erasePerson(parts, uid, Date.now())
          if (isMaking) throw new Postponed(LOOK_AGAIN_MS, 'a preview is being made')
          await notes.acknowledge({ erasedUid: uid })
          return { outcome: 'erased' }
        },
      },
      [QUEUES.lineAudio]: {
        concurrency: speaker.concurrency,
        process: following.followed(makeClip),
        traceRelation: (priority) => (isAwaited(priority) ? 'part' : 'led-to'),
      },
    },
  })
  const preparing = followPreparation({ ...parts, redis: queue.redis, log: app.log })
  const closing = new AbortController()
  const isNeeded = (path: string) => wanted.needs(path)
  const sweeps = [
    runEvery(
      config.RECONCILE_MS,
      () => reconcile({ ...parts, log: app.log }, config.RECONCILE_MS),
      closing.signal,
      (error) => app.log.warn({ err: error }, 'narrations not looked after'),
    ),
    runEvery(
      config.PREVIEWS_CHECK_MS,
      async (signal) => {
        const limits = { days: config.LIMIT_PREVIEW_DAYS, bytes: config.LIMIT_PREVIEW_BYTES }
        const removed = await removePreviews({ ...parts, isNeeded }, limits, Date.now(), signal)
        await deleteExpired(index, Date.now())
        if (removed > 0) app.log.info({ previews: removed }, 'previews removed')
      },
      closing.signal,
      (error) => app.log.warn({ err: error }, 'previews not looked after'),
    ),
  ]

  app.readiness.addCheck('redis', () => consumers.check())
  app.addHook('onClose', async () => {
    storage.close()
    following.close()
    preparing.close()
    narrations.close()
    const voices = voiceFiles.close().then(() => announcement.close())
    closing.abort()
    await Promise.all([...sweeps, consumers.close(config.WORKER_DRAIN_MS), voices])
    await Promise.all(Object.values(producers).map((producer) => producer.close()))
    await providers.close()
    await index.close()
  })
  return app
}

/** If natural voices are disabled here, workers on other machines may have them. */
async function elsewhereIfOff(
  own: NaturalVoices,
  status: Pick<NaturalVoicesStatus, 'read'>,
): Promise<NaturalVoices> {
  if (own.state !== 'off') return own
  const best = await status.read().catch(() => undefined)
  return best && best.state !== 'off' ? { state: 'missing' } : own
}
