import type { DiskRow, Overview, PartRow, QueueRow, WorkerRow } from '../overview.ts'
import { concernsOf, taken } from './concerns.ts'
import { bar, element, numberColumn, show, showTable, state, textColumn, type Column } from './tables.ts'
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
  'person-erased': 'erased accounts',
}
const queueName = (queue: string) => (Object.hasOwn(QUEUES, queue) ? QUEUES[queue]! : queue)

const QUEUE_COLUMNS: Column<QueueRow>[] = [
  textColumn('Queue', ({ queue }) => queueName(queue)),
  numberColumn('Waiting', ({ waiting }) => count(waiting)),
  numberColumn('Prioritized', ({ prioritised }) => count(prioritised)),
  numberColumn('Active', ({ active }) => count(active)),
  numberColumn('Delayed', ({ delayed }) => count(delayed)),
  numberColumn('Failed', ({ failed }) => count(failed)),
  numberColumn('Next job waiting for', ({ nextWaitsSeconds: seconds }) =>
    seconds === undefined || seconds === 0 ? '–' : duration(seconds),
  ),
]

export function showQueue({ queues, queueMemory }: Overview): void {
  const { usedBytes, limitBytes } = queueMemory ?? { usedBytes: 0, limitBytes: 0 }
  const limit = limitBytes > 0 ? ` of ${bytes(limitBytes)}` : ', without a limit'
  show('queue-note', queueMemory ? `Redis uses ${bytes(usedBytes)}${limit}.` : '')
  showTable('queue', QUEUE_COLUMNS, queues.toReversed(), 'Unknown while Redis is unavailable.')
}

const workerColumns = (minutes: number): Column<WorkerRow>[] => [
  textColumn('Worker', ({ at }) => at),
  textColumn('State', (worker) =>
    worker.refusing ? state('storage refuses', 'bad') : stateOf(worker.state),
  ),
  textColumn(
    'Running',
    ({ doing }) =>
      doing.map(({ queue, jobs }) => `${count(jobs)}\u00a0${queueName(queue)}`).join(', ') || '–',
  ),
  textColumn(
    'Lanes in use',
    ({ lanes }) =>
      lanes.map(({ provider, busy, all }) => `${provider} ${count(busy)} of ${count(all)}`).join(', ') || '–',
  ),
  textColumn('Natural voices', ({ naturalVoices = '–' }) => naturalVoices),
  numberColumn('Clips per minute', ({ clips, state: is }) =>
    is === 'away' || minutes === 0 ? '–' : tenth(clips / minutes),
  ),
]

export function showWorkers({ workers, speed }: Overview): void {
  const up = workers.filter(({ state: is }) => is === 'up').length
  show('workers-note', workers.length > 0 ? `${count(up)} of ${many(workers.length, 'worker')} up.` : '')
  showTable('workers', workerColumns(speed.seconds / 60), workers, 'OPERATOR_TARGETS names no worker.')
}

export function showFailures({ failures, at }: Overview): void {
  const { seconds, rows } = failures
  type Row = (typeof rows)[number]
  const columns: Column<Row>[] = [
    textColumn('What', ({ what }) => what),
    textColumn('Reported by', ({ where }) => where),
    numberColumn('Times', ({ count: times }) => count(times)),
    numberColumn('Last', ({ lastAt }) => `${duration(Math.max(1, secondsBetween(lastAt, at)))} ago`),
  ]
  show('failures-note', seconds > 0 ? `${ofLast(seconds)}.` : 'Counting has just started.')
  showTable('failures', columns, rows, 'Nothing has failed.')
}

const partColumns = (now: string): Column<PartRow>[] => [
  textColumn('Part', ({ part }) => part),
  textColumn('At', ({ at }) => at),
  textColumn('State', ({ state: is, why }) => element('span', {}, stateOf(is), ...(why ? [` ${why}`] : []))),
  textColumn('Version', ({ version = '–', revision }) =>
    revision ? `${version} (${revision.slice(0, 12)})` : version,
  ),
  numberColumn('Running for', ({ since }) =>
    since ? duration(Math.max(1, secondsBetween(since, now))) : '–',
  ),
  numberColumn('Memory', ({ memoryBytes }) => (memoryBytes === undefined ? '–' : bytes(memoryBytes))),
  numberColumn('Event loop delay', ({ loopDelaySeconds: late }) =>
    late === undefined ? '–' : duration(late),
  ),
]

export function showParts({ parts, at, pages, watchesOnlyItself }: Overview): void {
  const live = pages.map(({ name, version }) => `${name} ${version}`).join(', ')
  const notes = [
    ...(watchesOnlyItself ? ['Only this process is shown. Set OPERATOR_TARGETS to show others.'] : []),
    ...(live ? [`Live pages: ${live}.`] : []),
  ]
  show('parts-note', notes.join(' '))
  showTable('parts', partColumns(at), parts, '')
}

const DISK_COLUMNS: Column<DiskRow>[] = [
  textColumn('Parts', ({ parts }) => parts.join(', ')),
  textColumn('At', ({ at }) => at),
  numberColumn('Free', ({ freeBytes }) => bytes(freeBytes)),
  numberColumn('Used', (disk) => bytes(disk.sizeBytes - disk.freeBytes)),
  numberColumn('Size', ({ sizeBytes }) => bytes(sizeBytes)),
  numberColumn('Used, percent', (disk) => element('span', {}, bar(taken(disk)), percent(taken(disk)))),
]

export function showDisks({ disks }: Overview): void {
  show('disks-note', disks.length > 0 ? '' : 'Disks of MongoDB and object stores are not shown.')
  showTable('disks', DISK_COLUMNS, disks, 'No part shown here stores data on a disk.')
}
