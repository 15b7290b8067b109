// Measures the cost of the gateway per request, next to a service called directly, a bare proxy, and the edge in front.
// The load generator shares the cores: rates depend on the machine, CPU time is the server's own. The limits were set
// with another load generator: set them again from runs on an idle machine.
import { addressOf } from '@andscene/contracts/call'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { readClip } from '@andscene/contracts/routes/speech'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { startRedis } from '@andscene/testing/redis-server'
import { load } from '../load.ts'
import { startChild } from '../child.ts'
import { inTurn, report, reportMedian } from '../report.ts'
import { median, quantile } from 'simple-statistics'
import { join } from 'node:path'
import type { Kind } from './server-process.ts'

const RUNS = 5
const WARM_UP_S = 1
const RUN_S = 2
const PACE_S = 3
/** About the length of a Firebase ID token. */
const ID_TOKEN = 'x'.repeat(900)
/** Minimum request rate, as a share of that of a service called directly. */
const MIN_SHARE = 0.6
/** Maximum that the gateway may add to p99 at half of its maximum rate. */
const MAX_ADDED_MS = 5
/** Maximum CPU time, as a multiple of a bare proxy's for the same request. */
const MAX_CPU_RATIO = 3

const LIST = addressOf(listScripts, {})
const CLIP = addressOf(readClip, { params: { '*': 'scripts/s1/local:one/clip.mp3' } })
/** Starts a server process; resolves to its address and a function that returns its CPU time in µs. */
const startServer = (kind: Kind, ...args: string[]) =>
  startChild<string, number>(join(import.meta.dirname, 'server-process.ts'), { kind, args })
type MeasuredServer = Awaited<ReturnType<typeof startServer>>
type Way = { server: MeasuredServer; token?: () => string }

export async function gateway(): Promise<void> {
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
    // A new token for each run, because it expires after a minute.
    const inner = () => keys.token('gateway', 'scripts', { sub: 'ada' })
    const ways = { service: { server: kit, token: inner }, gateway: { server: own }, edge: { server: edge } }
    const rates = (await compare('list of 5 scripts', LIST, ways)).rate
    const share = rates('gateway') / rates('service')
    report('requests/s through the gateway, of the service called directly', share, '×', {
      least: MIN_SHARE,
    })
    report('requests/s through edge and gateway', rates('edge') / rates('service'), '×')
    await slowest(ways, rates('gateway') / 2)

    const service = await start('service')
    const proxies = {
      service: { server: service },
      bare: { server: await start('bare', service.ready) },
      gateway: { server: await gatewayTo(service) },
    }
    for (const [name, path] of Object.entries({ 'list, floor': LIST, 'clip of 32 kB, floor': CLIP })) {
      const { rate, cpu } = await compare(name, path, proxies)
      report(`${name}, requests/s of the gateway, of a bare proxy's`, rate('gateway') / rate('bare'), '×')
      report(`${name}, CPU of the gateway, times a bare proxy's`, cpu('gateway') / cpu('bare'), '×', {
        limit: MAX_CPU_RATIO,
      })
    }
  } finally {
    for (const server of started) await server.close()
    await redis.stop()
  }
}

/** Median rate and CPU time of each server. */
async function compare<Name extends string>(name: string, path: string, ways: Record<Name, Way>) {
  const names = Object.keys(ways) as Name[]
  const cpuOf = Object.fromEntries(names.map((way) => [way, []])) as unknown as Record<Name, number[]>
  for (const way of names) await load({ ...requestTo(ways[way], path), seconds: WARM_UP_S })
  const measure = (way: Name) => async () => {
    const { server } = ways[way]
    const before = await server.ask()
    const { count, rate } = await load({ ...requestTo(ways[way], path), seconds: RUN_S })
    cpuOf[way].push(((await server.ask()) - before) / count)
    return rate
  }
  const rates = await inTurn(
    RUNS,
    Object.fromEntries(names.map((way) => [way, measure(way)])) as Record<Name, () => Promise<number>>,
  )
  for (const way of names) {
    reportMedian(`${name}, ${way}`, rates[way], 'requests/s')
    reportMedian(`${name}, CPU of ${way}`, cpuOf[way], 'µs a request')
  }
  return { rate: (way: Name) => median(rates[way]), cpu: (way: Name) => median(cpuOf[way]) }
}

/** p99 of each server at the same rate. */
async function slowest(ways: Record<'service' | 'gateway' | 'edge', Way>, perSecond: number): Promise<void> {
  const rate = Math.round(perSecond)
  const measure = (way: Way) => async () =>
    quantile((await load({ ...requestTo(way, LIST), rate, seconds: PACE_S })).times, 0.99)
  const { service, gateway: own, edge } = ways
  const p99 = await inTurn(RUNS, { service: measure(service), gateway: measure(own), edge: measure(edge) })
  for (const [way, runs] of Object.entries(p99)) reportMedian(`p99 at ${rate} requests/s, ${way}`, runs, 'ms')
  const added = p99.gateway.map((ms, run) => ms - p99.service[run]!)
  reportMedian('p99 that the gateway adds at half load', added, 'ms', { limit: MAX_ADDED_MS })
}

function requestTo({ server, token }: Way, path: string) {
  return {
    url: new URL(path, server.ready).href,
    headers: { authorization: `Bearer ${token?.() ?? ID_TOKEN}` },
  }
}
