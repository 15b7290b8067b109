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

export type HarnessOptions = Partial<Pick<ScriptsDeps, 'clock' | 'uploadSlots' | 'logStream'>> & {
  /** The real one with these options, or a stand-in. */
  parser?: Partial<FileThreadOptions> | ScriptParser
  annotator?: Partial<FileThreadOptions>
  /** Other stores than the embedded ones; closed with the service. */
  stores?: Stores
  /** Stands between the service and its stores. */
  through?: (stores: Stores) => Stores
  /** A Redis for this service alone instead of the run's: for tests that stop it or fill it. */
  ownRedis?: boolean
  /** Variables beside what the launcher sets. */
  variables?: Record<string, string>
}

/**
 * The service with everything real around it but tts: real HTTP, Redis, database file and parsing threads. `clips` is
 * what tts has stored; `tts.close()` takes it away.
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
    parser: parser && 'parse' in parser ? parser : createScriptParser(parser),
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
    /** Ids of the scripts of which tts has all that their castings want. */
    complete,
    /** What tts was asked for since the last call. */
    askedOfTts: () => asked.splice(0),
    tts,
    /** The services that a deletion of an account asks for their part. */
    neighbours,
    queues,
    connection,
    environment,
    /** Requests as the gateway makes them for a signed-in person, or with `guest` for one who came by a link. */
    as: (uid: string, claims: Claims = {}): Person => requestAs(url, () => tokenOf(uid, claims)),
    /** Requests of another service. */
    asService: requestAs(url, () => keys.token('tts', 'scripts')),
    /** Requests of the gateway itself. */
    asGateway: requestAs(url, () => keys.token('gateway', 'scripts')),
    /** Requests taken so far. */
    requests: () => requests,
    /** tts responds when this settles; immediately if undefined. */
    hold: (until: Promise<void> | undefined) => {
      gate.until = until
    },
    /** Position commands sent since the last call. */
    toldPositions: () => told.splice(0).filter(({ reason }) => reason === 'position').length,
    /** Payloads of the jobs in the queue. */
    narrationJobs: () => payloads(narration),
    deletedJobs: () => payloads(queues.deleted),
    /** Commands that are not acknowledged, whether they were sent or not. */
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

/** Closed after the tests of the file. */
export async function fileHarness(options: HarnessOptions = {}): Promise<Harness> {
  const harness = await openHarness(options)
  afterAll(() => harness.close())
  return harness
}

/** Closed after the test. */
export async function testHarness(options: HarnessOptions = {}): Promise<Harness> {
  const harness = await openHarness(options)
  onTestFinished(() => harness.close())
  return harness
}

const AT_ANY_TIME = new Date(8.64e15)

const payloads = async <Name extends QueueName>({ queue }: Producer<Name>) =>
  (await queue.getJobs()).map((job) => job.data as QueuePayloads[Name])

type Gate = { until?: Promise<void> | undefined }
/** A page of a whole index, or the clips of this many texts. */
type Asked = { page: true } | { texts: number }
type Stored = {
  clips: Map<string, ClipRow[]>
  complete: Set<string>
  asked: Asked[]
  gate: Gate
}

/** What the gateway knows of a person beside their id. */
export type Claims = Omit<ContractPerson, 'uid'>

/** A token of the gateway for a person. */
export const tokenOf = (uid: string, claims: Claims = {}): string =>
  keys.token('gateway', 'scripts', { sub: uid, ...claims })

/** What tts serves for scripts, from a map. Asks for a token as tts does. */
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

/** What the launcher would set. */
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

/** How long a test waits for what must happen: long enough for a busy machine. */
export const SOON = { timeout: 45_000 }
