import { ASSUMED, MEASURED, PRICES } from './figures.ts'
import {
  cloudSpeechPerDay,
  demandOf,
  engineDemandOf,
  OPERATIONS_PER_CLIP,
  pagesAtClipsPerSecond,
  type Assumptions,
  type Measured,
  type Prices,
} from './model.ts'

const NEEDED_FOR = [1_000, 1_000_000]
const FLAGS = { ...ASSUMED, ...PRICES }

/** Options of the command: every assumption and price by its name in kebab case, and `pages`, as often as wanted. */
export const tableOptions = {
  pages: { type: 'string', multiple: true, default: [] as string[] },
  ...Object.fromEntries(Object.keys(FLAGS).map((name) => [flagOf(name), { type: 'string' } as const])),
} as const

/** Prints, as Markdown, what so many pages a day ask for and cost. Throws for a flag that is no number. */
export function table(flags: Readonly<Record<string, unknown>>): void {
  const pages = (flags['pages'] as string[]).map((text) => numberOf('pages', text))
  const given = {
    measured: MEASURED,
    assumed: withFlags<Assumptions>(ASSUMED, flags),
    prices: withFlags<Prices>(PRICES, flags),
  }
  const columns = pages.length > 0 ? pages : NEEDED_FOR
  print(['pages a day', ...columns.map((count) => count.toLocaleString('en'))], sharedRows(columns, given))
  for (const engine of MEASURED.engines) {
    const demands = columns.map((count) => engineDemandOf(count, engine, given))
    const row = (name: string, of: (demand: (typeof demands)[number]) => number) => [
      name,
      ...demands.map((demand) => show(of(demand))),
    ]
    print(
      [engine.name, ...columns.map((count) => count.toLocaleString('en'))],
      [
        row('workers of one thread at peak', ({ workersAtPeak }) => workersAtPeak),
        row('of them busy on average', ({ workersOnAverage }) => workersOnAverage),
        row('objects, GB a day', ({ objectsGbPerDay }) => objectsGbPerDay),
        row(`objects kept ${given.assumed.keptDays} days, GB`, ({ objectsGbKept }) => objectsGbKept),
        row('heard, GB a day', ({ heardGbPerDay }) => heardGbPerDay),
        row('cost of a day: speaking', ({ cost }) => cost.speaking),
        row('keeping', ({ cost }) => cost.keeping),
        row('writing objects', ({ cost }) => cost.writing),
        row('gateway, scripts, Redis, documents', ({ cost }) => cost.platform),
        row('sending', ({ cost }) => cost.hearing),
        row('in all', ({ cost }) => cost.total),
        row('a thousand pages', ({ costPerPage }) => costPerPage * 1_000),
      ],
    )
  }
  print(['what ends first', 'clips a second', 'pages a day'], limitRows(given))
  const cloud = columns.map((count) => show(cloudSpeechPerDay(count, given)))
  print(
    ['speech service', ...columns.map((count) => count.toLocaleString('en'))],
    [['cost of a day: speaking', ...cloud]],
  )
}

type Given = { measured: Measured; assumed: Assumptions; prices: Prices }

function sharedRows(columns: readonly number[], { measured, assumed }: Given): string[][] {
  const demands = columns.map((count) => demandOf(count, measured, assumed))
  const row = (name: string, of: (demand: (typeof demands)[number]) => number) => [
    name,
    ...demands.map((demand) => show(of(demand))),
  ]
  return [
    row('scripts a day', ({ scriptsPerDay }) => scriptsPerDay),
    row('clips a day', ({ clipsPerDay }) => clipsPerDay),
    row('clips a second at peak', ({ clipsPerSecondAtPeak }) => clipsPerSecondAtPeak),
    row('requests a second at the gateway, peak', (demand) => demand.gatewayRequestsPerSecondAtPeak),
    row('processors for the gateway, peak', ({ gatewayCoresAtPeak }) => gatewayCoresAtPeak),
    row('processors for scripts, planning alone, peak', ({ scriptsCoresAtPeak }) => scriptsCoresAtPeak),
    row('commands a second at Redis, peak', (demand) => demand.redisCommandsPerSecondAtPeak),
    row('of the one processor of Redis, peak, %', ({ redisShareAtPeak }) => redisShareAtPeak * 100),
    row(`jobs in Redis after ${assumed.backlogHours} h without workers`, ({ jobsInRedis }) => jobsInRedis),
    row('which take of Redis, GB', ({ redisGb }) => redisGb),
    row('documents that a day adds', ({ documentsPerDay }) => documentsPerDay),
    row('operations a second on documents, peak', (demand) => demand.documentOperationsPerSecondAtPeak),
  ]
}

/** Workers that the manifests for Kubernetes let KEDA start (`infra/k8s/base/scaling.yaml`). */
const WORKERS_AT_MOST = 20
/** Assumed of one primary of MongoDB: small reads and writes by key, a second. */
const DOCUMENT_OPERATIONS = 10_000

function limitRows({ measured, assumed }: Given): string[][] {
  const row = (name: string, clipsPerSecond: number) => [
    name,
    show(clipsPerSecond),
    show(pagesAtClipsPerSecond(clipsPerSecond, measured, assumed)),
  ]
  return [
    ...measured.engines.map(({ name, cpuSeconds }) =>
      row(
        `${WORKERS_AT_MOST} workers of one thread, ${name}`,
        (WORKERS_AT_MOST * assumed.utilisation) / cpuSeconds,
      ),
    ),
    row('one primary of the documents', DOCUMENT_OPERATIONS / OPERATIONS_PER_CLIP),
    row('one Redis', assumed.utilisation / measured.redisCpuSeconds),
  ]
}

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, head.map((_cell, n) => (n === 0 ? '---' : '--:')), ...rows]
  process.stdout.write(`\n${all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
}

function withFlags<T extends Record<string, number>>(
  defaults: T,
  flags: Readonly<Record<string, unknown>>,
): T {
  const changed = Object.keys(defaults).flatMap((name) => {
    const text = flags[flagOf(name)]
    return typeof text === 'string' ? [[name, numberOf(flagOf(name), text)] as const] : []
  })
  return { ...defaults, ...Object.fromEntries(changed) }
}

function numberOf(flag: string, text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`--${flag}: "${text}" is no number`)
  return value
}

function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function show(value: number): string {
  if (value === 0) return '0'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(2)))
}
