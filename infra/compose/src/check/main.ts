// npm run test:images [-- --base registry|local]: builds the images, starts the whole of Compose with keys of its own, plays
// a table read through it, kills and scales what runs, and takes all of it down again. The last line counts the checks.
import { openEngine } from '@andscene/docker/engine'
import { buildImages, KINDS, sizes } from '@andscene/docker/images'
import { ExpectedFailure } from '@andscene/docker/run'
import { parseArgs } from 'node:util'
import { backlog, crashEach, nothingLost, scaleUpAndDown } from './deaths.ts'
import { drain } from './drains.ts'
import { lookInside } from './hardening.ts'
import { publishedOn, tryNetworks } from './networks.ts'
import { Report, until } from './report.ts'
import { openStand, type Stand } from './stand.ts'
import { storesFor } from './stores.ts'
import { castWithFlite, hear, narrated } from './table-read.ts'

const START_SECONDS = 180
const SAMPLE_MS = 300_000
const BACKLOG_LINES = 600

const say = (line: string) => void process.stdout.write(`${line}\n`)
const abort = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error(`ended by ${signal}`)))

try {
  const { values } = parseArgs({ options: { base: { type: 'string', default: 'registry' } } })
  process.exit(await main(values.base))
} catch (error) {
  if (!(error instanceof ExpectedFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  say('0 passed, 1 failed')
  process.exit(1)
}

async function main(base: string): Promise<number> {
  const report = new Report(say)
  const engine = await openEngine(base, say)
  const images = await buildImages(engine, KINDS, say)
  say(sizes(images))
  const stand = await openStand(engine, await storesFor(engine, base, say))
  const ended = new Promise<never>((_resolve, reject) =>
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error)),
  )
  try {
    await Promise.race([runChecks(stand, report), ended])
  } catch (error) {
    await report.check('the run completes', () => Promise.reject(error as Error))
  } finally {
    await report.check('everything is removed', () => takeDown(stand))
  }
  say(`\n${report.verdict()}`)
  return report.failed === 0 ? 0 : 1
}

async function runChecks(stand: Stand, report: Report): Promise<void> {
  await report.check('all services start, healthy in the order of their conditions', async () => {
    await stand.compose('up', '-d', '--wait', '--wait-timeout', String(START_SECONDS))
    return `${(await stand.containers()).length} containers`
  })
  await report.check('every part runs as an unnamed user, read-only and without development tools', () =>
    lookInside(stand),
  )
  await report.check(
    'parts reach each other only as drawn',
    async () => `${await tryNetworks(stand)} attempts`,
  )
  await report.check('the one published port listens on loopback only', async () => {
    const addresses = await publishedOn(Number(new URL(stand.origin).port))
    if (addresses.join() !== '127.0.0.1') throw new Error(`it answers on ${addresses.join(', ') || 'none'}`)
    const ports = await stand.engine(
      'ps',
      '--filter',
      `label=com.docker.compose.project=${stand.project}`,
      '--format',
      '{{.Ports}}',
    )
    return ports.trim()
  })

  const api = await stand.signIn()
  const sample = await api.uploadSample()
  await report.check(
    'a table read: the sample is uploaded, cast, narrated, and heard line by line',
    async () => {
      await castWithFlite(api, sample)
      await narrated(api, sample, SAMPLE_MS)
      const { lines, clips, seconds } = await hear(api, sample)
      return `${lines} lines, ${clips} clips, ${Math.round(seconds)} s of speech`
    },
  )
  await report.check('a worker killed in the middle of a clip, and Valkey, lose nothing', async () => {
    const script = await backlog(api, 'killed', 2 * BACKLOG_LINES)
    const away = await crashEach(stand, api, script, ['tts-worker', 'valkey', 'tts-worker'])
    return `${away}; ${await nothingLost(stand, api, script)}`
  })
  await report.check('each service killed while clips are made loses nothing', async () => {
    const script = await backlog(api, 'services', 4 * BACKLOG_LINES)
    const away = await crashEach(stand, api, script, ['scripts', 'tts', 'gateway', 'subscriptions', 'edge'])
    return `${away}; ${await nothingLost(stand, api, script)}`
  })
  await report.check('stores killed while clips are made lose nothing', async () => {
    const script = await backlog(api, 'stores', 2 * BACKLOG_LINES)
    const away = await crashEach(stand, api, script, ['s3', 'mongodb'])
    return `${away}; ${await nothingLost(stand, api, script)}`
  })
  await report.check('workers 1 → 4 → 1 under a backlog store every clip once', async () => {
    const script = await backlog(api, 'scaled', 2 * BACKLOG_LINES)
    const scaled = await scaleUpAndDown(stand, api, script)
    return `${scaled}; ${await nothingLost(stand, api, script)}`
  })
  await report.check('stopped parts drain and exit with 0, a worker in the middle of a backlog', async () => {
    const script = await backlog(api, 'drained', BACKLOG_LINES)
    await until('clips are being made', SAMPLE_MS, async () => (await api.narration(script._id)).ready > 0)
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
