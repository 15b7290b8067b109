import type { DiskRow, Overview, PartRow, QueueRow, WorkerRow } from '../overview.ts'
import { concernsOf, taken } from './concerns.ts'
import { bar, element, nothing, show, state, table, type Column } from './tables.ts'
import { bytes, count, duration, many, percent, tenth } from './words.ts'

const KINDS = { up: 'good', 'not ready': 'warning', away: 'bad' } as const
const stateOf = (is: PartRow['state']) => state(is === 'away' ? 'unavailable' : is, KINDS[is])
const ofLast = (seconds: number) => `Of the last ${duration(seconds)}`
const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000

const orNone = (seconds: number | undefined) => (seconds === undefined ? '–' : duration(seconds))

export function showSummary(overview: Overview): void {
  const concerns = concernsOf(overview)
  const { length } = overview.parts
  const well = length === 1 ? 'The part is up.' : `All ${many(length, 'part')} are up.`
  show(
    'summary',
    concerns.length > 0
      ? element('ul', { class: 'concerns' }, ...concerns.map((text) => element('li', {}, text)))
      : element('p', { class: 'well' }, well),
  )
}

export function showSpeed({ speed }: Overview): void {
  const { seconds, clips, soundSeconds, firstSound, waitingNow } = speed
  const isKnown = seconds > 0
  show('speed-note', isKnown ? `${ofLast(seconds)}, all workers together.` : 'Counting has just started.')
  const figures = [
    ['Clips per minute', isKnown ? tenth((clips / seconds) * 60) : '–'],
    ['Audio per second', isKnown ? `${tenth(soundSeconds / seconds)} s` : '–'],
    ['First sound, median', orNone(firstSound.medianSeconds)],
    ['First sound, 95th percentile', orNone(firstSound.p95Seconds)],
    ['Listeners waiting for a clip', count(waitingNow)],
  ]
  show(
    'speed',
    ...figures.map(([name = '', value = '']) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value)),
    ),
  )
}

const QUEUES: Record<string, string> = {
  'line-audio': 'clips',
  'script-narration': 'plans of narrations',
  'script-deleted': 'deletions',
}
const queueName = (queue: string) => (Object.hasOwn(QUEUES, queue) ? QUEUES[queue]! : queue)

const QUEUE_COLUMNS: Column<QueueRow>[] = [
  { title: 'Queue', of: ({ queue }) => queueName(queue) },
  { title: 'Waiting', isNumber: true, of: ({ waiting }) => count(waiting) },
  { title: 'Prioritized', isNumber: true, of: ({ prioritised }) => count(prioritised) },
  { title: 'Active', isNumber: true, of: ({ active }) => count(active) },
  { title: 'Delayed', isNumber: true, of: ({ delayed }) => count(delayed) },
  { title: 'Failed', isNumber: true, of: ({ failed }) => count(failed) },
  {
    title: 'Next job waiting for',
    isNumber: true,
    of: ({ nextWaitsSeconds: seconds }) => (seconds === undefined || seconds === 0 ? '–' : duration(seconds)),
  },
]

export function showQueue({ queues, queueMemory }: Overview): void {
  const { usedBytes, limitBytes } = queueMemory ?? { usedBytes: 0, limitBytes: 0 }
  const limit = limitBytes > 0 ? ` of ${bytes(limitBytes)}` : ', without a limit'
  show('queue-note', queueMemory ? `Redis uses ${bytes(usedBytes)}${limit}.` : '')
  show(
    'queue',
    queues.length > 0
      ? table('queue-title', QUEUE_COLUMNS, queues.toReversed())
      : nothing('Unknown while Redis is unavailable.'),
  )
}

const workerColumns = (minutes: number): Column<WorkerRow>[] => [
  { title: 'Worker', of: ({ at }) => at },
  {
    title: 'State',
    of: (worker) => (worker.refusing ? state('storage refuses', 'bad') : stateOf(worker.state)),
  },
  {
    title: 'Running',
    of: ({ doing }) =>
      doing.map(({ queue, jobs }) => `${count(jobs)}\u00a0${queueName(queue)}`).join(', ') || '–',
  },
  {
    title: 'Lanes in use',
    of: ({ lanes }) =>
      lanes.map(({ provider, busy, all }) => `${provider} ${count(busy)} of ${count(all)}`).join(', ') || '–',
  },
  { title: 'Natural voices', of: ({ naturalVoices = '–' }) => naturalVoices },
  {
    title: 'Clips per minute',
    isNumber: true,
    of: ({ clips, state: is }) => (is === 'away' || minutes === 0 ? '–' : tenth(clips / minutes)),
  },
]

export function showWorkers({ workers, speed }: Overview): void {
  const up = workers.filter(({ state: is }) => is === 'up').length
  show('workers-note', workers.length > 0 ? `${count(up)} of ${many(workers.length, 'worker')} up.` : '')
  show(
    'workers',
    workers.length > 0
      ? table('workers-title', workerColumns(speed.seconds / 60), workers)
      : nothing('OPERATOR_TARGETS names no worker.'),
  )
}

export function showFailures({ failures, at }: Overview): void {
  const { seconds, rows } = failures
  type Row = (typeof rows)[number]
  const columns: Column<Row>[] = [
    { title: 'What', of: ({ what }) => what },
    { title: 'Reported by', of: ({ where }) => where },
    { title: 'Times', isNumber: true, of: ({ count: times }) => count(times) },
    {
      title: 'Last',
      isNumber: true,
      of: ({ lastAt }) => `${duration(Math.max(1, secondsBetween(lastAt, at)))} ago`,
    },
  ]
  show('failures-note', seconds > 0 ? `${ofLast(seconds)}.` : 'Counting has just started.')
  show('failures', rows.length > 0 ? table('failures-title', columns, rows) : nothing('Nothing has failed.'))
}

const partColumns = (now: string): Column<PartRow>[] => [
  { title: 'Part', of: ({ part }) => part },
  { title: 'At', of: ({ at }) => at },
  {
    title: 'State',
    of: ({ state: is, why }) => element('span', {}, stateOf(is), ...(why ? [` ${why}`] : [])),
  },
  {
    title: 'Version',
    of: ({ version = '–', revision }) => (revision ? `${version} (${revision.slice(0, 12)})` : version),
  },
  {
    title: 'Running for',
    isNumber: true,
    of: ({ since }) => (since ? duration(Math.max(1, secondsBetween(since, now))) : '–'),
  },
  {
    title: 'Memory',
    isNumber: true,
    of: ({ memoryBytes }) => (memoryBytes === undefined ? '–' : bytes(memoryBytes)),
  },
  {
    title: 'Event loop delay',
    isNumber: true,
    of: ({ loopDelaySeconds: late }) => (late === undefined ? '–' : duration(late)),
  },
]

export function showParts({ parts, at, pages, watchesOnlyItself }: Overview): void {
  const live = pages.map(({ name, version }) => `${name} ${version}`).join(', ')
  const notes = [
    ...(watchesOnlyItself ? ['Only this process is shown. Set OPERATOR_TARGETS to show others.'] : []),
    ...(live ? [`Live pages: ${live}.`] : []),
  ]
  show('parts-note', notes.join(' '))
  show('parts', table('parts-title', partColumns(at), parts))
}

const DISK_COLUMNS: Column<DiskRow>[] = [
  { title: 'Parts', of: ({ parts }) => parts.join(', ') },
  { title: 'At', of: ({ at }) => at },
  { title: 'Free', isNumber: true, of: ({ freeBytes }) => bytes(freeBytes) },
  { title: 'Used', isNumber: true, of: (disk) => bytes(disk.sizeBytes - disk.freeBytes) },
  { title: 'Size', isNumber: true, of: ({ sizeBytes }) => bytes(sizeBytes) },
  {
    title: 'Used, percent',
    isNumber: true,
    of: (disk) => element('span', {}, bar(taken(disk)), percent(taken(disk))),
  },
]

export function showDisks({ disks }: Overview): void {
  show('disks-note', disks.length > 0 ? '' : 'Disks of MongoDB and object stores are not shown.')
  show(
    'disks',
    disks.length > 0
      ? table('disks-title', DISK_COLUMNS, disks)
      : nothing('No part shown here stores data on a disk.'),
  )
}
