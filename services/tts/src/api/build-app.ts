import { createEngine } from '@andscene/kokoro/create-engine'
import { QUEUES } from '@andscene/contracts/queues'
import { createApp } from '@andscene/service-kit/create-app'
import { HttpError } from '@andscene/service-kit/http-error'
import { settlesWithin } from '@andscene/service-kit/timeouts'
import { createBacklogGauge } from '@andscene/service-kit/queue/queue-metrics'
import { createQueueGauges } from '@andscene/service-kit/queue/queue-state'
import { createProducers } from '@andscene/service-kit/queue/queues'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import { requiredRedis } from '@andscene/service-kit/redis/redis-config'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { QueueEvents } from 'bullmq'
import type { ApiConfig } from '../config.ts'
import { openParts, type BuildDeps, type ApiParts } from '../parts.ts'
import { EngineShares } from '../pipeline/engine-shares.ts'
import { createProviders } from '../speech/create-providers.ts'
import { AccessWatch } from './access-watch.ts'
import { Access } from './access.ts'
import { audioRoutes, cachingRoutes, voicesRoutes } from './audio-routes.ts'
import { awaitedMetrics } from './awaited-metrics.ts'
import { ClipRequests } from './clip-requests.ts'
import { narrationRoutes } from './narration-routes.ts'
import { speechRoutes } from './speech-routes.ts'

/** Tolerance for clock differences from Redis (ms); older events have no listeners. */
const EVENTS_FROM_MS = 60_000
const EVENTS_CLOSE_MS = 500

/** The HTTP API of tts: voices, clips, caching, narrations. */
export async function buildApp(config: ApiConfig, deps: BuildDeps = {}) {
  const app = await createApp({ name: 'tts', logLevel: config.LOG_LEVEL, logStream: deps.logStream })
  await app.register(internalTokens, {
    self: 'tts',
    privateKey: config.INTERNAL_PRIVATE_KEY,
    publicKeys: config.INTERNAL_PUBLIC_KEYS,
  })
  const engine = createEngine(config)
  const queue = { redis: requiredRedis(config), prefix: config.QUEUE_PREFIX }
  const { producers, ...common } = await openParts(app, config, {
    // Producers of all queues, for the operators' page.
    producers: () => createProducers(queue),
    providers: (status) =>
      deps.providers ?? createProviders(config, engine && { engine, state: () => status.read() }),
    now: deps.now,
  })
  const eventsConnection = connectConsumer(queue.redis)
  const events = new QueueEvents(QUEUES.lineAudio, {
    connection: eventsConnection,
    prefix: config.QUEUE_PREFIX,
    // Starts before the first read, so that no event of a job that ends in between is lost.
    lastEventId: `${Date.now() - EVENTS_FROM_MS}-0`,
  })
  const access = new Access(common.scripts, common.index)
  const clips = new ClipRequests({
    ...common,
    events,
    engineShares: new EngineShares(producers[QUEUES.lineAudio], config.QUEUE_PREFIX),
    log: app.log,
    metrics: awaitedMetrics(app.metrics),
  })
  const parts: ApiParts = { ...common, access, watch: new AccessWatch(access), clips, events }

  const queues = Object.values(producers).map((producer) => producer.queue)
  createBacklogGauge(app.metrics, queues)
  createQueueGauges(app.metrics, Object.values(producers))
  // For the health route of the gateway.
  app.readiness.addDetail('naturalVoices', () => common.naturalVoices.read())
  app.addHook('onClose', async () => {
    clips.close()
    eventsConnection.disconnect()
    // If Redis fails while BullMQ reads events, BullMQ waits for the reply forever.
    await settlesWithin(events.close(), EVENTS_CLOSE_MS)
    await Promise.all(Object.values(producers).map((producer) => producer.close()))
    await common.providers.close()
    await common.index.close()
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
  app.addHook('preHandler', async ({ uid }) => {
    if (uid !== '' && (await common.index.isClosed(uid)))
      throw new HttpError('UNAUTHENTICATED', 'This account was deleted')
  })
  voicesRoutes(app, parts)
  speechRoutes(app, parts)
  audioRoutes(app, parts)
  cachingRoutes(app, parts)
  narrationRoutes(app, parts)
  return app
}
