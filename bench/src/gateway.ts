// What the gateway costs a request, next to a service that is called directly, a proxy that only forwards, and the edge in
// front. The load shares the cores: rates depend on the machine, the CPU time is the server's own.
import { addressOf } from '@andscene/contracts/call'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { readClip } from '@andscene/contracts/routes/speech'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { startRedis } from '@andscene/testing/redis-server'
import { load } from './load.ts'
import { startChild } from './child.ts'
import { report, reportMedian } from './report.ts'
import { runParts } from './run-parts.ts'
import { median, quantile } from 'simple-statistics'
import { join } from 'node:path'

const RUNS = 5
const WARM_UP_S = 1
const RUN_S = 2
const PACE_S = 3
/** About as long as an ID token of Firebase. */
const ID_TOKEN = 'x'.repeat(900)
/** Share of the request rate of a service that is called directly. */
const LEAST_SHARE = 0.6
/** What the gateway may add to p99 at half of its maximum rate. */
const MOST_ADDED_MS = 5
/** Times the CPU time of a bare proxy for the same request. */
const TIMES_BARE_AT_MOST = 3

const LIST = addressOf(listScripts, {})
const CLIP = addressOf(readClip, { params: { '*': 'scripts/s1/local:one/clip.mp3' } })
/** Resolves to a process that is ready with its address and tells its CPU time, µs. */
const startServer = (kind: 'service' | 'kit' | 'bare' | 'gateway' | 'edge', ...args: string[]) =>
  startChild<string, number>(join(import.meta.dirname, `gateway/${kind}-process.ts`), args)
type MeasuredServer = Awaited<ReturnType<typeof startServer>>
type Way = { server: MeasuredServer; token?: () => string }
type Measured = { perSecond: number[]; microseconds: number[] }

await runParts({
  about: 'What the gateway costs a request, next to the service alone, a bare proxy and the edge.',
  parts: { gateway },
})

async function gateway() {
  const keys = createInternalKeys(['gateway'])
  const redis = await startRedis()
  const started: MeasuredServer[] = []
  const start = async (...args: Parameters<typeof startServer>) => {
    const server = await startServer(...args)
    started.push(server)
    return server
  }
  const gatewayTo = ({ ready }: MeasuredServer) =>
    start('gateway', ready, redis.url, keys.privateKeys.gateway)
  try {
    const kit = await start('kit', keys.publicKeys)
    const own = await gatewayTo(kit)
    const edge = await start('edge', own.ready)
    // A new token for each run: it is valid for a minute.
    const inner = () => keys.token('gateway', 'scripts', { sub: 'ada' })
    const ways = {
      service: { server: kit, token: inner },
      gateway: { server: own },
      edge: { server: edge },
    }
    const rates = await compare('list of 5 scripts', LIST, ways)
    const share = rates.gateway / rates.service
    report('requests/s through the gateway, of the service called directly', share, '×', {
      least: LEAST_SHARE,
    })
    report('requests/s through edge and gateway', rates.edge / rates.service, '×')
    await slowest(ways, rates.gateway / 2)

    const service = await start('service')
    const proxies = {
      'service that does nothing': { server: service },
      'bare proxy': { server: await start('bare', service.ready) },
      gateway: { server: await gatewayTo(service) },
    }
    for (const [name, path] of Object.entries({ 'list, floor': LIST, 'clip of 32 kB, floor': CLIP }))
      await compare(name, path, proxies, 'bare proxy')
  } finally {
    for (const server of started) await server.close()
    await redis.stop()
  }
}

/** Rate and CPU time of each server in turn, so that other load affects all alike; with `yardstick` also as a ratio. */
async function compare<Name extends string>(
  name: string,
  path: string,
  ways: Record<Name, Way>,
  yardstick?: NoInfer<Name>,
): Promise<Record<Name, number>> {
  const measured = new Map<Name, Measured>()
  const names = Object.keys(ways) as Name[]
  for (const way of names) {
    await load({ ...requestTo(ways[way], path), seconds: WARM_UP_S })
    measured.set(way, { perSecond: [], microseconds: [] })
  }
  for (let run = 0; run < RUNS; run += 1)
    for (const way of names) {
      const { server } = ways[way]
      const before = await server.ask()
      const { count, rate } = await load({ ...requestTo(ways[way], path), seconds: RUN_S })
      measured.get(way)!.perSecond.push(rate)
      measured.get(way)!.microseconds.push(((await server.ask()) - before) / count)
    }
  for (const [way, { perSecond, microseconds }] of measured) {
    reportMedian(`${name}, ${way}`, perSecond, 'requests/s')
    reportMedian(`${name}, CPU of ${way}`, microseconds, 'µs a request')
  }
  if (yardstick !== undefined) {
    const [ours, theirs] = [measured.get('gateway' as Name)!, measured.get(yardstick)!]
    const rate = median(ours.perSecond) / median(theirs.perSecond)
    report(`${name}, requests/s of the gateway, of a bare proxy's`, rate, '×')
    const cpu = median(ours.microseconds) / median(theirs.microseconds)
    report(`${name}, CPU of the gateway, times a bare proxy's`, cpu, '×', { limit: TIMES_BARE_AT_MOST })
  }
  return Object.fromEntries([...measured].map(([way, { perSecond }]) => [way, median(perSecond)])) as Record<
    Name,
    number
  >
}

/** p99 of each server at one rate for all. */
async function slowest(ways: Record<'service' | 'gateway' | 'edge', Way>, perSecond: number): Promise<void> {
  const p99: Record<string, number[]> = {}
  for (let run = 0; run < RUNS; run += 1)
    for (const [way, asked] of Object.entries(ways)) {
      const { times } = await load({
        ...requestTo(asked, LIST),
        rate: Math.round(perSecond),
        seconds: PACE_S,
      })
      ;(p99[way] ??= []).push(quantile(times, 0.99))
    }
  for (const [way, runs] of Object.entries(p99))
    report(`p99 at ${Math.round(perSecond)} requests/s, ${way}`, median(runs), 'ms', { runs })
  const added = p99['gateway']!.map((ms, run) => ms - p99['service']![run]!)
  reportMedian('p99 that the gateway adds at half load', added, 'ms', { limit: MOST_ADDED_MS })
}

function requestTo({ server, token }: Way, path: string) {
  return {
    url: new URL(path, server.ready).href,
    headers: { authorization: `Bearer ${token?.() ?? ID_TOKEN}` },
  }
}
