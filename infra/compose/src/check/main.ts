// npm run test:images [-- --base registry|local]: builds the images, starts the whole Compose project with fresh keys,
// plays a table read, kills and scales services, and removes everything. The last line counts the checks.
import { OperatorError } from '@andscene/service-kit/operator-error'
import { openEngine } from '@andscene/docker/engine'
import { buildImages, KINDS, printSizes } from '@andscene/docker/images'
import { parseArgs } from 'node:util'
import { hear, nothingLost } from './clips.ts'
import { backlog, crashEach, drain, scaleUpAndDown, untilUnderWay } from './deaths.ts'
import { lookInside } from './hardening.ts'
import { openStand, type Stand } from './stand.ts'
import { storesFor } from './stores.ts'

const START_SECONDS = 180
const SAMPLE_MS = 300_000
const BACKLOG_LINES = 600

const say = (line: string) => void process.stdout.write(`${line}\n`)
const rows: { check: string; result: 'ok' | 'FAIL'; seconds: number }[] = []

/** Runs a check and records its result; a failure does not stop the next. Prints what it returns or throws. */
async function check(name: string, work: () => Promise<string>): Promise<void> {
  const begun = performance.now()
  const record = (result: 'ok' | 'FAIL', said: string) => {
    rows.push({ check: name, result, seconds: Math.round((performance.now() - begun) / 1_000) })
    say(`${result} ${name}: ${said}`)
  }
  await work().then(
    (said) => record('ok', said),
    (error: unknown) => record('FAIL', error instanceof Error ? error.message : String(error)),
  )
}

const abort = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error(`ended by ${signal}`)))

try {
  const { values } = parseArgs({ options: { base: { type: 'string', default: 'registry' } } })
  process.exit(await main(values.base))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  say('0 passed, 1 failed')
  process.exit(error.exitCode)
}

async function main(base: string): Promise<number> {
  const engine = await openEngine(base, say)
  const images = await buildImages(engine, KINDS, say)
  printSizes(images)
  const stand = await openStand(engine, await storesFor(engine, base, say))
  const ended = new Promise<never>((_resolve, reject) =>
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error)),
  )
  try {
    await Promise.race([runChecks(stand), ended])
  } catch (error) {
    await check('the run completes', () => Promise.reject(error as Error))
  } finally {
    await check('everything is removed', () => takeDown(stand))
  }
  const failed = rows.filter(({ result }) => result === 'FAIL').length
  console.table(rows)
  say(`${rows.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

async function runChecks(stand: Stand): Promise<void> {
  await check('all services start, healthy in the order of their conditions', async () => {
    await stand.compose('up', '-d', '--wait', '--wait-timeout', String(START_SECONDS))
    return `${(await stand.containers()).length} containers`
  })
  await check('every part runs as an unnamed user, read-only and without development tools', () =>
    lookInside(stand),
  )
  const api = await stand.signIn()
  const sample = await api.uploadSample()
  await check('a table read: the sample is uploaded, cast, narrated, and heard line by line', async () => {
    await api.cast(sample, await api.fliteCasting(sample))
    await api.narrated(sample, Infinity, { timeoutMs: SAMPLE_MS })
    return (await hear(api, sample)).said
  })
  const crashes = [
    [
      'a worker killed in the middle of a clip, and Valkey, lose nothing',
      2,
      ['tts-worker', 'valkey', 'tts-worker'],
    ],
    ['each service killed loses nothing', 4, ['scripts', 'tts', 'gateway', 'subscriptions', 'edge']],
    ['stores killed lose nothing', 2, ['s3', 'mongodb']],
  ] as const
  for (const [name, times, services] of crashes)
    await check(name, async () => {
      const script = await backlog(api, services[0], times * BACKLOG_LINES)
      const away = await crashEach(stand, api, script, services)
      return `${away}; ${await nothingLost(stand, api, script)}`
    })
  await check('workers 1 → 4 → 1 under a backlog store every clip once', async () => {
    const script = await backlog(api, 'scaled', 2 * BACKLOG_LINES)
    const scaled = await scaleUpAndDown(stand, api, script)
    return `${scaled}; ${await nothingLost(stand, api, script)}`
  })
  await check('stopped parts drain and exit with 0, a worker in the middle of a backlog', async () => {
    const script = await backlog(api, 'drained', BACKLOG_LINES)
    await untilUnderWay(api, script, 1)
    const first = await drain(stand, ['tts-worker'])
    await stand.compose('up', '-d', '--wait', '--no-recreate', '--wait-timeout', String(START_SECONDS))
    const whole = await nothingLost(stand, api, script)
    const rest = await drain(stand, ['edge', 'gateway', 'subscriptions', 'tts', 'scripts', 'identity'])
    return `${first}, ${rest}; ${whole}`
  })
}

/** Removes containers, networks and volumes of the project. */
async function takeDown(stand: Stand): Promise<string> {
  await stand.compose('down', '--volumes', '--remove-orphans', '--timeout', '10')
  const filter = ['--filter', `label=com.docker.compose.project=${stand.project}`]
  const left = [
    await stand.engine('ps', '-aq', ...filter),
    await stand.engine('network', 'ls', '-q', ...filter),
    await stand.engine('volume', 'ls', '-q', ...filter),
  ]
  await stand.close()
  if (left.join('').trim()) throw new Error(`left: ${left.join(' ').trim().replaceAll('\n', ' ')}`)
  return 'no container, network or volume'
}
