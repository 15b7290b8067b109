import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import { QUEUES } from '@andscene/contracts/queues'
import { createApp } from '@andscene/service-kit/create-app'
import { createDiskGauges } from '@andscene/service-kit/metrics/disk-metrics'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { Postponed } from '@andscene/service-kit/queue/job-run'
import { startConsumers, type RunningConsumers } from '@andscene/service-kit/queue/queue-consumers'
import { createProducer } from '@andscene/service-kit/queue/queues'
import { neededRedis } from '@andscene/service-kit/redis/redis-config'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import { availableParallelism } from 'node:os'
import { clearScript } from '../clips/clear-clips.ts'
import { ScriptClipsReader } from '../clips/script-clips.ts'
import type { WorkerConfig } from '../config.ts'
import { Allowance } from '../pipeline/allowance.ts'
import { askForPlan } from '../pipeline/ask-for-plan.ts'
import { Backlog } from '../pipeline/backlog.ts'
import { Heads } from '../pipeline/heads.ts'
import { planNarration } from '../pipeline/planner.ts'
import { isAwaited } from '../pipeline/priorities.ts'
import { ScriptNotes } from '../pipeline/script-notes.ts'
import { acknowledgeCommand } from '../pipeline/acknowledge-command.ts'
import { Waiters } from '../pipeline/waiters.ts'
import { createProviders } from '../speech/create-providers.ts'
import { createEngine } from '@andscene/kokoro/create-engine'
import { voiceFilesSettings } from '@andscene/kokoro/model/config'
import { VoiceFiles } from '@andscene/kokoro/model/voice-files'
import { OwnNaturalVoices } from '@andscene/kokoro/own-natural-voices'
import type { SpeechProviders } from '../speech/providers.ts'
import { openStorage } from '../storage/open-storage.ts'
import { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'
import { SpeechPreparation } from '../voices/speech-preparation.ts'
import { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { followPreparation } from './follow-preparation.ts'
import { followWaiters } from './follow-waiters.ts'
import { announceNarrations } from './announce-narrations.ts'
import { announceNaturalVoices } from './announce-natural-voices.ts'
import { createClipMaker } from './clip-maker.ts'
import { startPreviewJanitor } from './preview-janitor.ts'
import { startReconciler } from './reconciler.ts'
import { Speaker } from './speaker.ts'
import { StorageWatch } from './storage-watch.ts'
import { WantedCheck } from './wanted-check.ts'
import { workerMetrics } from './worker-metrics.ts'

export type WorkerDeps = {
  /** Sources of voices; by the configuration when absent. The app closes them. */
  providers?: SpeechProviders
  logStream?: NodeJS.WritableStream | undefined
  /** The clock of the allowance (ms since 1970). */
  now?: () => number
}

const PLANNERS = 2
const DELETERS = 1
/** Delay of a deletion while a clip of the script is being made. */
const LOOK_AGAIN_MS = 2_000

/** The worker of tts: plans narrations, makes clips, deletes clips of deleted scripts. Serves health and metrics only. */
export async function buildWorker(config: WorkerConfig, deps: WorkerDeps = {}) {
  const app = await createApp({
    name: 'tts-worker',
    logLevel: config.LOG_LEVEL,
    logStream: deps.logStream,
  })
  await app.register(internalTokens, { self: 'tts', privateKey: config.INTERNAL_PRIVATE_KEY })
  const { index, objects } = await openStorage(config)
  const voiceFiles = new VoiceFiles({ ...voiceFilesSettings(config), log: app.log })
  const engine = createEngine(config)
  const natural = new OwnNaturalVoices(voiceFiles, engine)
  const naturalState = () => natural.state()
  const queue = { redis: neededRedis(config), prefix: config.QUEUE_PREFIX }
  const narration = createProducer(QUEUES.narration, queue)
  const lineAudio = createProducer(QUEUES.lineAudio, queue)
  const status = new NaturalVoicesStatus(lineAudio, config.QUEUE_PREFIX)
  const state = async () => elsewhereIfOff(await naturalState(), status)
  const naturalParts = engine ? { engine, state } : { others: () => status.read() }
  const providers = deps.providers ?? createProviders(config, naturalParts)
  const backlog = new Backlog(lineAudio)
  const notes = new ScriptNotes(lineAudio, config.QUEUE_PREFIX)
  const waiters = new Waiters(lineAudio, config.QUEUE_PREFIX)
  const allowance = new Allowance(index, { hours: config.LIMIT_AUDIO_HOURS, now: deps.now })
  const catalogue = new VoiceCatalogue(providers, objects)
  const scripts = createServiceClient(app, 'scripts', config.SCRIPTS_URL)
  const scriptClips = new ScriptClipsReader(scripts, catalogue)
  const announcement = announceNaturalVoices({ state: naturalState, status, log: app.log })
  natural.on('change', () => announcement.changed())
  voiceFiles.start()
  const planner = {
    scripts,
    scriptClips,
    index,
    backlog,
    notes,
    allowance,
    queueWindow: config.QUEUE_WINDOW,
    now: Date.now,
  }
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
  if (config.DATA_DIR !== undefined) createDiskGauges(app.metrics, config.DATA_DIR)
  const wanted = new WantedCheck(scriptClips, notes, catalogue)
  const heads = new Heads(lineAudio, config.QUEUE_PREFIX)
  const narrations = announceNarrations({ notes, log: app.log })
  const makeClip = createClipMaker({
    index,
    objects,
    speaker,
    wanted,
    waiters,
    heads,
    allowance,
    storage,
    notes,
    changed: (scriptId) => narrations.changed(scriptId),
    refill: (scriptId) => askForPlan(narration, scriptId),
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
        async process({ scriptId, mark, requestId }, { log }) {
          const filesDeleted = await clearScript({ index, objects, backlog, notes }, scriptId, {
            erased: true,
          })
          log.info({ scriptId, filesDeleted }, 'audio of a deleted script removed')
          const running = await backlog.running(scriptId)
          for (const jobId of running) await waiters.announceAbandoned(jobId)
          // A running job may still leave an object if its process dies: check again after it.
          if (running.length > 0) throw new Postponed(LOOK_AGAIN_MS, 'a clip is being made')
          if (mark !== undefined)
            await acknowledgeCommand(scripts, { scriptId, requestId }, { kind: 'deleted', mark })
          return { outcome: 'deleted' }
        },
      },
      [QUEUES.lineAudio]: {
        concurrency: speaker.concurrency,
        process: following.followed(makeClip),
        traceRelation: (priority) => (isAwaited(priority) ? 'part' : 'led-to'),
      },
    },
  })
  const preparing = followPreparation({
    redis: queue.redis,
    preparation: new SpeechPreparation(lineAudio, config.QUEUE_PREFIX),
    providers,
    log: app.log,
  })
  const reconciler = startReconciler({ index, narration, log: app.log, everyMs: config.RECONCILE_MS })
  const janitor = startPreviewJanitor({
    index,
    objects,
    log: app.log,
    limits: { days: config.LIMIT_PREVIEW_DAYS, bytes: config.LIMIT_PREVIEW_BYTES },
    everyMs: config.PREVIEWS_CHECK_MS,
  })

  app.readiness.addCheck('redis', () => consumers.check())
  app.readiness.addCheck('index', () => index.check())
  app.addHook('onClose', async () => {
    storage.close()
    following.close()
    preparing.close()
    narrations.close()
    const voices = voiceFiles.close().then(() => announcement.close())
    await Promise.all([reconciler.close(), janitor.close(), consumers.close(config.WORKER_DRAIN_MS), voices])
    await Promise.all([narration.close(), lineAudio.close()])
    await providers.close()
    await index.close()
  })
  return app
}

/** Where natural voices are off, workers of other machines may have them. */
async function elsewhereIfOff(
  own: NaturalVoices,
  status: Pick<NaturalVoicesStatus, 'read'>,
): Promise<NaturalVoices> {
  if (own.state !== 'off') return own
  const best = await status.read().catch(() => undefined)
  return best && best.state !== 'off' ? { state: 'missing' } : own
}
