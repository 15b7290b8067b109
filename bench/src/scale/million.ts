import { clipJobId, QUEUES, type LineAudioJob } from '@andscene/contracts/queues'
import { createProducer } from '@andscene/service-kit/queue/queues'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { Backlog } from '@andscene/tts/pipeline/backlog'
import { AWAITED, UNPLAYED } from '@andscene/tts/pipeline/priorities'
import { Worker, type Job } from 'bullmq'
import { setTimeout as delay } from 'node:timers/promises'
import { median, percentile, report } from '../report.ts'
import { addWindows, jobOf, WINDOW } from './made-jobs.ts'
import { redisMeter } from './redis-info.ts'
import { readScript, SAMPLE } from './sample.ts'

const TIMES = 200
const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const
const PREFIX = 'bench'
/** So often a command is sent while a script is dropped, to see how long others wait for Redis. */
const PING_MS = 5
/** Redis writes its file through once a second. */
const WRITTEN_MS = 2_000

type Stand = ReturnType<typeof openQueue>

/**
 * The queue as it is when a million jobs wait, each with a text as long as those of a screenplay: 500 scripts of as many people, each of
 * which has its window. First with one script, for comparison.
 */
export async function million(jobs: number): Promise<void> {
  const { texts } = await readScript(SAMPLE)
  const server = await startRedis()
  const queue = openQueue(server)
  try {
    await addWindows(queue.backlog, texts, { from: 0, scripts: 1 })
    await askAll(queue, `${WINDOW} jobs`)
    await fill(queue, texts, Math.ceil(jobs / WINDOW) - 1)
    await askAll(queue, `${jobs} jobs`)
    await dropScript(queue)
    await restart(queue, server)
    await empty(queue)
  } finally {
    await queue.close()
    await server.stop()
  }
}

function openQueue(server: RedisServer) {
  const producer = createProducer(QUEUES.lineAudio, { redis: server.url, prefix: PREFIX })
  const meter = redisMeter(server)
  // Takes when it is told to, by the commands of every worker.
  const connection = connectConsumer(server.url)
  const taker = new Worker<LineAudioJob>(QUEUES.lineAudio, undefined, {
    connection,
    prefix: PREFIX,
    autorun: false,
  })
  return {
    queue: producer.queue,
    backlog: new Backlog(producer),
    meter,
    taker,
    waiting: () => producer.queue.getJobCountByTypes('prioritized'),
    async close() {
      await taker.close()
      connection.disconnect()
      await producer.close()
      meter.close()
    },
  }
}

async function fill({ backlog, meter, waiting }: Stand, texts: readonly string[], scripts: number) {
  const [first, before] = [await waiting(), await meter.use()]
  const ms = await milliseconds(() => addWindows(backlog, texts, { from: 1, scripts }))
  const after = await meter.use()
  const added = (await waiting()) - first
  report('jobs that wait', first + added, 'jobs')
  report('added by one process', (added * 1_000) / ms, 'jobs/s')
  report('adding: Redis works', ((after.cpu - before.cpu) * 1e6) / added, 'µs of CPU a job')
  report('Redis keeps of a job', (after.memory - before.memory) / added, 'bytes')
  report('Redis uses', after.memory / 1024 ** 2, 'MB')
}

/** What is asked of the queue all the time, and must not depend on how many wait. */
async function askAll({ queue, backlog, taker }: Stand, waiting: string): Promise<void> {
  const adds: number[] = []
  const takes: number[] = []
  for (let n = 0; n < TIMES; n += 1) {
    const job = jobOf({ scriptId: 'urgent', text: `Take ${n}, and action.`, lineIndex: n })
    adds.push(await milliseconds(() => backlog.add([{ job, priority: AWAITED }])))
    const taken: Job[] = []
    takes.push(
      await milliseconds(async () => {
        const next = await taker.getNextJob('bench')
        if (next) taken.push(next)
      }),
    )
    if (taken[0]?.id !== clipJobId(job)) throw new Error('another job was taken before what is awaited')
    await taken[0].moveToCompleted({ outcome: 'made' }, 'bench', false)
  }
  const counts = await eachOf(() => queue.getJobCounts(...STATES))
  const ranks = await eachOf(() => backlog.standOf(UNPLAYED))
  const show = (what: string, times: number[]) => {
    report(`${waiting}, ${what}, p50`, median(times), 'ms')
    report(`${waiting}, ${what}, p95`, percentile(times, 0.95), 'ms')
  }
  show('an awaited clip is added', adds)
  show('and taken', takes)
  show('all are counted for a scrape', counts)
  show('how far the turns are', ranks)
}

/** A script is deleted: its jobs are looked for among all that wait, in stretches. */
async function dropScript({ backlog, meter }: Stand): Promise<void> {
  const over = new AbortController()
  const watching = pingUntil(meter.redis, over.signal)
  const before = await meter.use()
  let dropped = 0
  const ms = await milliseconds(async () => {
    dropped = await backlog.dropScript('script-1')
  })
  over.abort()
  const longest = Math.max(...(await watching))
  const after = await meter.use()
  report('a script is deleted: jobs dropped', dropped, 'jobs')
  report('a script is deleted: until then', ms, 'ms')
  report('a script is deleted: Redis works', (after.cpu - before.cpu) * 1_000, 'ms of CPU')
  report('a script is deleted: longest wait of another command', longest, 'ms')
}

async function pingUntil(redis: Stand['meter']['redis'], signal: AbortSignal): Promise<number[]> {
  const pings: number[] = []
  while (!signal.aborted) {
    pings.push(await milliseconds(() => redis.ping()))
    await delay(PING_MS)
  }
  return pings
}

async function restart({ waiting, meter }: Stand, server: RedisServer): Promise<void> {
  const before = await waiting()
  await delay(WRITTEN_MS)
  await server.kill('SIGKILL')
  report(
    'Redis is killed: until it has read its file',
    (await milliseconds(() => server.start())) / 1_000,
    's',
  )
  while ((await meter.redis.ping().catch(() => 'away')) !== 'PONG') await delay(50)
  const known = await countAgain(waiting)
  report('Redis is killed: jobs lost', before - known, 'jobs')
}

/** The queue's own connection fails at once until it is there again. */
async function countAgain(waiting: () => Promise<number>): Promise<number> {
  for (;;) {
    const known = await waiting().catch(() => undefined)
    if (known !== undefined) return known
    await delay(50)
  }
}

async function empty({ queue, meter }: Stand): Promise<void> {
  const ms = await milliseconds(() => queue.obliterate({ force: true, count: 1_000 }))
  report('all are removed', ms / 1_000, 's')
  report('Redis uses afterwards', (await meter.use()).memory / 1024 ** 2, 'MB')
}

async function eachOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < TIMES; n += 1) times.push(await milliseconds(work))
  return times
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
