import type { DiskRow, Overview, PartRow, QueueRow, WorkerRow } from '../overview.ts'
import { taken } from './concerns.ts'
import { bar, element, nothing, show, state, table, type Column } from './tables.ts'
import { bytes, count, duration, many, percent, tenth } from './words.ts'

/* The sections of the page, each from its part of the figures. */

const KINDS = { up: 'good', 'not ready': 'warning', away: 'bad' } as const
const stateOf = (is: PartRow['state']) => state(is, KINDS[is])
const ofLast = (seconds: number) => `Of the last ${duration(seconds)}`
const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000

const orNone = (seconds: number | undefined) => (seconds === undefined ? '–' : duration(seconds))

export function showSpeed({ speed }: Overview): void {
  const { seconds, clips, soundSeconds, firstSound, waitingNow } = speed
  const isKnown = seconds > 0
  show('speed-note', isKnown ? `${ofLast(seconds)}, all workers together.` : 'Counting has just begun.')
  const figures = [
    ['Clips a minute', isKnown ? tenth((clips / seconds) * 60) : '–'],
    ['Sound made in a second', isKnown ? `${tenth(soundSeconds / seconds)} s` : '–'],
    ['First sound, half within', orNone(firstSound.medianSeconds)],
    ['First sound, 95 of 100 within', orNone(firstSound.p95Seconds)],
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
  { title: 'Queue of', of: ({ queue }) => queueName(queue) },
  { title: 'Waiting', isNumber: true, of: ({ waiting }) => count(waiting) },
  { title: 'Prioritised', isNumber: true, of: ({ prioritised }) => count(prioritised) },
  { title: 'Being done', isNumber: true, of: ({ active }) => count(active) },
  { title: 'Delayed', isNumber: true, of: ({ delayed }) => count(delayed) },
  { title: 'Failed for good', isNumber: true, of: ({ failed }) => count(failed) },
  {
    title: 'Next one waits for',
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
      : nothing('No part can say: Redis is away.'),
  )
}

const workerColumns = (minutes: number): Column<WorkerRow>[] => [
  { title: 'Worker', of: ({ at }) => at },
  {
    title: 'State',
    of: (worker) => (worker.refusing ? state('cannot store', 'bad') : stateOf(worker.state)),
  },
  {
    title: 'Doing',
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
    title: 'Clips a minute',
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
      : nothing('No worker is looked at: OPERATOR_TARGETS names none.'),
  )
}

export function showFailures({ failures, at }: Overview): void {
  const { seconds, rows } = failures
  type Row = (typeof rows)[number]
  const columns: Column<Row>[] = [
    { title: 'What', of: ({ what }) => what },
    { title: 'Seen by', of: ({ where }) => where },
    { title: 'Times', isNumber: true, of: ({ count: times }) => count(times) },
    {
      title: 'Last',
      isNumber: true,
      of: ({ lastAt }) => `${duration(Math.max(1, secondsBetween(lastAt, at)))} ago`,
    },
  ]
  show('failures-note', seconds > 0 ? `${ofLast(seconds)}.` : 'Counting has just begun.')
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
    title: 'Event loop late by',
    isNumber: true,
    of: ({ loopDelaySeconds: late }) => (late === undefined ? '–' : duration(late)),
  },
]

export function showParts({ parts, at, pages, watchesOnlyItself }: Overview): void {
  const live = pages.map(({ name, version }) => `${name} ${version}`).join(', ')
  const notes = [
    ...(watchesOnlyItself ? ['Only this process is looked at: OPERATOR_TARGETS names the others.'] : []),
    ...(live ? [`Pages that are opened now get ${live}.`] : []),
  ]
  show('parts-note', notes.join(' '))
  show('parts', table('parts-title', partColumns(at), parts))
}

const DISK_COLUMNS: Column<DiskRow>[] = [
  { title: 'Of', of: ({ parts }) => parts.join(', ') },
  { title: 'At', of: ({ at }) => at },
  { title: 'Free', isNumber: true, of: ({ freeBytes }) => bytes(freeBytes) },
  { title: 'Used', isNumber: true, of: (disk) => bytes(disk.sizeBytes - disk.freeBytes) },
  { title: 'Size', isNumber: true, of: ({ sizeBytes }) => bytes(sizeBytes) },
  {
    title: 'Taken',
    isNumber: true,
    of: (disk) => element('span', {}, bar(taken(disk)), percent(taken(disk))),
  },
]

export function showDisks({ disks }: Overview): void {
  show('disks-note', disks.length > 0 ? '' : 'MongoDB and object stores watch their own disks.')
  show(
    'disks',
    disks.length > 0
      ? table('disks-title', DISK_COLUMNS, disks)
      : nothing('No part that is looked at keeps data on a disk.'),
  )
}
