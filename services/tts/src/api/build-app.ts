import { QUEUES } from '@andscene/contracts/queues'
import { createApp } from '@andscene/service-kit/create-app'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { createDiskGauges } from '@andscene/service-kit/metrics/disk-metrics'
import { endsWithin } from '@andscene/service-kit/ends-within'
import { createBacklogGauge } from '@andscene/service-kit/queue/queue-metrics'
import { createQueueGauges } from '@andscene/service-kit/queue/queue-state'
import { createProducers } from '@andscene/service-kit/queue/queues'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import { neededRedis } from '@andscene/service-kit/redis/redis-config'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import { QueueEvents } from 'bullmq'
import type { ApiConfig } from '../config.ts'
import { ScriptClipsReader } from '../clips/script-clips.ts'
import { Allowance } from '../pipeline/allowance.ts'
import { askForPlan } from '../pipeline/ask-for-plan.ts'
import { Backlog } from '../pipeline/backlog.ts'
import { EngineShares } from '../pipeline/engine-shares.ts'
import { Heads } from '../pipeline/heads.ts'
import { ScriptNotes } from '../pipeline/script-notes.ts'
import { Waiters } from '../pipeline/waiters.ts'
import { createProviders } from '../speech/create-providers.ts'
import { createEngine } from '@andscene/kokoro/create-engine'
import type { SpeechProviders } from '../speech/providers.ts'
import { openStorage } from '../storage/open-storage.ts'
import { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'
import { SpeechPreparation } from '../voices/speech-preparation.ts'
import { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { AccessWatch } from './access-watch.ts'
import { Access } from './access.ts'
import { audioRoutes } from './audio-routes.ts'
import { cachingRoutes } from './caching-routes.ts'
import { awaitedMetrics } from './awaited-metrics.ts'
import { ClipRequests } from './clip-requests.ts'
import { narrationRoutes } from './narration-routes.ts'
import type { ApiParts } from './parts.ts'
import { peopleRoutes } from './people-routes.ts'
import { speechRoutes } from './speech-routes.ts'
import { voicesRoutes } from './voices-routes.ts'

export type ApiDeps = {
  /** Sources of voices; by the configuration when absent. The app closes them. */
  providers?: SpeechProviders
  logStream?: NodeJS.WritableStream | undefined
  /** The clock of the allowance (ms since 1970). */
  now?: () => number
}

/** Tolerance for clocks that differ from that of Redis; old events have no listener. */
const EVENTS_FROM_MS = 60_000
const EVENTS_CLOSE_MS = 500

/** The HTTP side of tts: voices, clips, caching, how far narrations are. */
export async function buildApp(config: ApiConfig, deps: ApiDeps = {}) {
  const app = await createApp({
    name: 'tts',
    logLevel: config.LOG_LEVEL,
    logStream: deps.logStream,
  })
  await app.register(internalTokens, {
    self: 'tts',
    privateKey: config.INTERNAL_PRIVATE_KEY,
    publicKeys: config.INTERNAL_PUBLIC_KEYS,
  })
  const { index, objects } = await openStorage(config)
  const engine = createEngine(config)
  const providers =
    deps.providers ?? createProviders(config, engine && { engine, state: () => naturalVoices.read() })
  const queue = { redis: neededRedis(config), prefix: config.QUEUE_PREFIX }
  // Of all queues, because operators see them all.
  const producers = createProducers(queue)
  const { [QUEUES.narration]: narration, [QUEUES.lineAudio]: lineAudio } = producers
  const eventsConnection = connectConsumer(queue.redis)
  const events = new QueueEvents(QUEUES.lineAudio, {
    connection: eventsConnection,
    prefix: config.QUEUE_PREFIX,
    // From a moment ago, not from the first read: a job that ends in between would never be heard of.
    lastEventId: `${Date.now() - EVENTS_FROM_MS}-0`,
  })
  const backlog = new Backlog(lineAudio)
  const clips = new ClipRequests({
    backlog,
    events,
    waiters: new Waiters(lineAudio, config.QUEUE_PREFIX),
    heads: new Heads(lineAudio, config.QUEUE_PREFIX),
    engineShares: new EngineShares(lineAudio, config.QUEUE_PREFIX),
    replan: (scriptId) => askForPlan(narration, scriptId),
    log: app.log,
    metrics: awaitedMetrics(app.metrics),
  })
  const catalogue = new VoiceCatalogue(providers, objects)
  const scripts = createServiceClient(app, 'scripts', config.SCRIPTS_URL)
  const access = new Access(scripts, index)
  const naturalVoices = new NaturalVoicesStatus(lineAudio, config.QUEUE_PREFIX)
  const parts: ApiParts = {
    scripts,
    index,
    objects,
    catalogue,
    naturalVoices,
    preparation: new SpeechPreparation(lineAudio, config.QUEUE_PREFIX),
    access,
    watch: new AccessWatch(access),
    scriptClips: new ScriptClipsReader(scripts, catalogue),
    clips,
    events,
    allowance: new Allowance(index, { hours: config.LIMIT_AUDIO_HOURS, now: deps.now }),
    backlog,
    notes: new ScriptNotes(lineAudio, config.QUEUE_PREFIX),
    narration,
  }

  const queues = Object.values(producers).map((producer) => producer.queue)
  createBacklogGauge(app.metrics, queues)
  createQueueGauges(app.metrics, Object.values(producers))
  if (config.DATA_DIR !== undefined) createDiskGauges(app.metrics, config.DATA_DIR)
  app.readiness.addCheck('index', () => index.check())
  // Whether they are there or coming: the gateway's health shows it.
  app.readiness.addDetail('naturalVoices', () => naturalVoices.read())
  app.addHook('onClose', async () => {
    clips.close()
    eventsConnection.disconnect()
    // BullMQ waits for a reply without end where Redis was lost while it asked for events.
    await endsWithin(events.close(), EVENTS_CLOSE_MS)
    await Promise.all(Object.values(producers).map((producer) => producer.close()))
    await providers.close()
    await index.close()
  })

  if (config.OPERATOR_TOKEN !== undefined) {
    // Loaded on demand: Bull Board takes memory.
    const { operatorsPages } = await import('@andscene/operators/operators-pages')
    await app.register(operatorsPages, {
      token: config.OPERATOR_TOKEN,
      writes: config.OPERATOR_WRITES === 'yes',
      queues,
      targets: config.OPERATOR_TARGETS,
      metrics: app.metrics,
    })
  }
  // Its check of deleted accounts is for the routes that follow.
  peopleRoutes(app, parts)
  voicesRoutes(app, parts)
  speechRoutes(app, parts)
  audioRoutes(app, parts)
  cachingRoutes(app, parts)
  narrationRoutes(app, parts)
  return app
}
