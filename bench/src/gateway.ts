// npm run bench -- gateway: what the gateway costs a request, beside a proxy that does nothing but pass it on, and
// beside the service alone. The rate is that of this machine with the load on it; the CPU time is the gateway's own.
import { addressOf } from '@andscene/contracts/call'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { readClip } from '@andscene/contracts/routes/speech'
import { startRedis } from '@andscene/testing/redis-server'
import { load } from './gateway/load.ts'
import { startServer, type MeasuredServer } from './gateway/server.ts'
import { median, report } from './report.ts'

const RUNS = 5
const WARM_UP_MS = 1_000
const RUN_MS = 2_000
/** Of the CPU time that a bare proxy takes for the same request. */
const TIMES_BARE_AT_MOST = 6

const REQUESTS = {
  'list of 5 scripts': addressOf(listScripts, {}),
  'clip of 32 kB': addressOf(readClip, { params: { '*': 'scripts/s1/local:one/clip.mp3' } }),
}
type Measured = { perSecond: number[]; microseconds: number[] }

const redis = await startRedis()
const service = await startServer('service')
const bare = await startServer('bare', service.url)
const gateway = await startServer('gateway', service.url, redis.url)
const servers = { service, 'bare proxy': bare, gateway }
try {
  for (const [name, path] of Object.entries(REQUESTS)) {
    for (const server of Object.values(servers)) await load(server.url, path, WARM_UP_MS)
    const measured = new Map<string, Measured>()
    for (let run = 0; run < RUNS; run += 1)
      for (const [way, server] of Object.entries(servers)) await measure(measured, way, server, path)
    for (const [way, { perSecond, microseconds }] of measured) {
      report(`${name}, ${way}`, median(perSecond), 'requests/s', { runs: perSecond })
      report(`${name}, CPU of ${way}`, median(microseconds), 'µs a request', { runs: microseconds })
    }
    tell(name, measured.get('gateway')!, measured.get('bare proxy')!)
  }
} finally {
  for (const server of Object.values(servers)) await server.stop()
  await redis.stop()
}

/** One run, in turn with those of the others, so that other work of the machine meets them all. */
async function measure(
  measured: Map<string, Measured>,
  way: string,
  server: MeasuredServer,
  path: string,
): Promise<void> {
  const kept = measured.get(way) ?? { perSecond: [], microseconds: [] }
  measured.set(way, kept)
  const before = await server.cpu()
  const { count, seconds } = await load(server.url, path, RUN_MS)
  kept.perSecond.push(count / seconds)
  kept.microseconds.push(((await server.cpu()) - before) / count)
}

function tell(name: string, ours: Measured, theirs: Measured): void {
  const rate = median(ours.perSecond) / median(theirs.perSecond)
  report(`${name}, requests/s of the gateway, of a bare proxy's`, rate * 100, '%')
  const cpu = median(ours.microseconds) / median(theirs.microseconds)
  report(`${name}, CPU of the gateway, times a bare proxy's`, cpu, '×', { limit: TIMES_BARE_AT_MOST })
}
