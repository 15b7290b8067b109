import type { ClipRow, Person as ContractPerson } from '@andscene/contracts/internal'
import { QUEUES, type NarrationJob, type QueueName, type QueuePayloads } from '@andscene/contracts/queues'
import { readAudio } from '@andscene/contracts/routes/internal'
import { createApp, type App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { createProducer, type Producer } from '@andscene/service-kit/queue/queues'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { redisDatabase } from '@andscene/testing/shared-redis'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { afterAll, onTestFinished } from 'vitest'
import { buildApp } from '../build-app.ts'
import type { ScriptsDeps } from '../context.ts'
import { scriptsConfig } from '../config.ts'
import {
  createScriptAnnotator,
  createScriptParser,
  type FileThreadOptions,
  type ScriptParser,
} from '../parse/file-threads.ts'
import { openStores, type Stores } from '../store/open-stores.ts'
import { startNeighbours } from './neighbours.ts'
import { requestAs, type Person } from './person.ts'

const keys = createInternalKeys(['gateway', 'scripts', 'tts'])

export type HarnessOptions = Partial<
  Pick<ScriptsDeps, 'clock' | 'uploadSlots' | 'logStream' | 'sendDailyMail'>
> & {
  /** The real parser with these options, or a fake. */
  parser?: Partial<FileThreadOptions> | ScriptParser
  annotator?: Partial<FileThreadOptions>
  /** Replaces the embedded stores; closed with the service. */
  stores?: Stores
  /** Wraps the stores. */
  through?: (stores: Stores) => Stores
  /** A separate Redis for this service, for tests that stop or fill it. */
  ownRedis?: boolean
  /** Variables in addition to those of the launcher. */
  variables?: Record<string, string>
}

/**
 * Starts the service with real HTTP, Redis, database file and parsing threads, and a fake tts. `clips` holds the clips
 * of tts; `tts.close()` makes it unavailable.
 */
export async function openHarness(options: HarnessOptions = {}) {
  const folder = await temporaryFolder('andscene-scripts')
  const redis = await (options.ownRedis ? startRedis() : redisDatabase())
  const clips = new Map<string, ClipRow[]>()
  const gate: Gate = {}
  const complete = new Set<string>()
  const asked: Asked[] = []
  const neighbours = await startNeighbours(keys.publicKeys)
  const tts = await startTts({ clips, complete, asked, gate })
  const connection = { redis: redis.url, prefix: randomUUID() }
  const told: NarrationJob[] = []
  const narration = createProducer(QUEUES.narration, connection)
  const queues = {
    narration: {
      ...narration,
      add: (payload: NarrationJob) => {
        told.push(payload)
        return narration.add(payload)
      },
    },
    deleted: createProducer(QUEUES.deleted, connection),
    erased: createProducer(QUEUES.erased, connection),
  }
  const { parser, annotator, variables, through = (given: Stores) => given, ...deps } = options
  const stores = options.stores ?? (await openStores({ DATA_DIR: folder.path }))
  const environment = {
    ...environmentOf(redis, tts, folder.path, connection.prefix),
    ...neighbours.variables,
    ...variables,
  }
  const app = await buildApp(scriptsConfig(environment), {
    ...deps,
    queues,
    stores: through(stores),
    parser: parser && 'parse' in parser ? parser : createScriptParser({ timeLimitMs: PARSER_MS, ...parser }),
    annotator: createScriptAnnotator(annotator),
    accounts: neighbours.accounts,
    sendInvitation: neighbours.sendInvitation,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  let requests = 0
  app.server.on('request', () => (requests += 1))

  return {
    app,
    url,
    redis,
    clips,
    stores,
    /** Ids of scripts for which tts has all clips of the casting. */
    complete,
    /** Requests to tts since the last call. */
    askedOfTts: () => asked.splice(0),
    tts,
    /** The services that a deletion of an account calls. */
    neighbours,
    queues,
    connection,
    environment,
    /** Requests that the gateway forwards for a signed-in user, or with `guest` for a guest of a link. */
    as: (uid: string, claims: Claims = {}): Person => requestAs(url, () => tokenOf(uid, claims)),
    /** Requests of another service. */
    asService: requestAs(url, () => keys.token('tts', 'scripts')),
    /** Requests that the gateway itself makes. */
    asGateway: requestAs(url, () => keys.token('gateway', 'scripts')),
    /** Number of requests received so far. */
    requests: () => requests,
    /** tts responds when this promise settles; immediately if undefined. */
    hold: (until: Promise<void> | undefined) => {
      gate.until = until
    },
    /** Position commands sent since the last call. */
    toldPositions: () => told.splice(0).filter(({ reason }) => reason === 'position').length,
    /** Payloads of the jobs in the queue. */
    narrationJobs: () => payloads(narration),
    deletedJobs: () => payloads(queues.deleted),
    /** Unacknowledged commands, sent or not. */
    pendingCommands: () => stores.commands.due(AT_ANY_TIME, 1_000),
    async close() {
      await app.close()
      await Promise.all([tts, neighbours].map((one) => one.close()))
      await redis.stop()
      await folder.remove()
    },
  }
}
export type Harness = Awaited<ReturnType<typeof openHarness>>

/** The product's limit for a hostile file, 10 s, also counts the start of the thread: too short on a busy machine. */
const PARSER_MS = 60_000

/** Starts a harness that is closed after the tests of the file. */
export async function fileHarness(options: HarnessOptions = {}): Promise<Harness> {
  const harness = await openHarness(options)
  afterAll(() => harness.close())
  return harness
}

/** Starts a harness that is closed after the test. */
export async function testHarness(options: HarnessOptions = {}): Promise<Harness> {
  const harness = await openHarness(options)
  onTestFinished(() => harness.close())
  return harness
}

const AT_ANY_TIME = new Date(8.64e15)

const payloads = async <Name extends QueueName>({ queue }: Producer<Name>) =>
  (await queue.getJobs()).map((job) => job.data as QueuePayloads[Name])

type Gate = { until?: Promise<void> | undefined }
/** A request for a page of the whole index, or for the clips of this many texts. */
type Asked = { page: true } | { texts: number }
type Stored = {
  clips: Map<string, ClipRow[]>
  complete: Set<string>
  asked: Asked[]
  gate: Gate
}

/** What the gateway knows about a user in addition to the id. */
export type Claims = Omit<ContractPerson, 'uid'>

/** A token of the gateway for a user. */
export const tokenOf = (uid: string, claims: Claims = {}): string =>
  keys.token('gateway', 'scripts', { sub: uid, ...claims })

/** A fake tts that serves the clips of a map. Requires a token like the real one. */
async function startTts({ clips, complete, asked, gate }: Stored): Promise<App> {
  const app = await createApp({ name: 'tts', logLevel: 'silent' })
  await app.register(internalTokens, { self: 'tts', publicKeys: keys.publicKeys })
  implement(app, readAudio, async ({ params: { id }, body: { page, textHashes } }) => {
    const stored = clips.get(id)
    if (page) {
      asked.push({ page: true })
      await gate.until
      const { after = '', count } = page
      const rows = (stored ?? [])
        .filter(({ path }) => path > after)
        .toSorted((a, b) => (a.path < b.path ? -1 : 1))
        .slice(0, count)
      return { data: { clips: rows, ...(rows.length === count && { next: rows.at(-1)!.path }) } }
    }
    if (textHashes) {
      asked.push({ texts: textHashes.length })
      await gate.until
      const rows = (stored ?? []).filter(({ textHash }) => textHashes.includes(textHash))
      return { data: { clips: rows, complete: complete.has(id) } }
    }
    const ready = stored?.length
    return { data: ready === undefined ? {} : { counts: { total: ready, ready, waiting: 0, failed: 0 } } }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

/** The environment that the launcher would set. */
const environmentOf = (redis: RedisServer, tts: App, dataDir: string, prefix: string) => ({
  LOG_LEVEL: 'silent',
  DATA_DIR: dataDir,
  REDIS_URL: redis.url,
  QUEUE_PREFIX: prefix,
  SUBSCRIPTIONS_URL: '',
  TTS_URL: tts.listeningOrigin,
  INTERNAL_PRIVATE_KEY: keys.privateKeys.scripts,
  INTERNAL_PUBLIC_KEYS: keys.publicKeys,
})

/** How long a test waits for an expected result: long enough for a busy machine. */
export const SOON = { timeout: 45_000 }
