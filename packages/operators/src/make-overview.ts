import { QUEUE_NAMES } from '@andscene/contracts/queues'
import { CLIPS, clipsOf, failureIn, firstSoundsIn, quantile, SOUND } from './counted.ts'
import metrics from './data/metrics.json' with { type: 'json' }
import type { Window } from './increases.ts'
import type { DiskRow, Failures, Overview, QueueRow, Speed, WorkerRow } from './overview.ts'
import { nameIn, partRow, seriesOf, valueOf, type Seen } from './processes.ts'

export type OverviewInput = {
  now: number
  since: number
  watchesOnlyItself: boolean
  seen: readonly Seen[]
  minutes: Window
  hour: Window
}

/** The metrics that the page shows as they are; see COUNTERS for the others. */
export const GAUGES = metrics.gauges

export function makeOverview(input: OverviewInput): Overview {
  const { now, since, watchesOnlyItself, seen, minutes, hour } = input
  const parts = seen.map(partRow)
  const builds = new Set(
    parts.flatMap(({ version, revision }) => (version ? [`${version} ${revision}`] : [])),
  )
  const memory = largest(seen, 'queue_redis_memory_bytes')
  return {
    at: new Date(now).toISOString(),
    watchedSince: new Date(since).toISOString(),
    parts,
    watchesOnlyItself,
    mixed: builds.size > 1,
    pages: pagesOf(seen),
    queues: queuesOf(seen),
    ...(memory !== undefined && {
      queueMemory: { usedBytes: memory, limitBytes: largest(seen, 'queue_redis_memory_limit_bytes') ?? 0 },
    }),
    workers: seen.filter(({ part }) => part === 'worker').map((worker) => workerRow(worker, minutes)),
    speed: speedOf(seen, minutes),
    failures: failuresOf(hour),
    disks: disksOf(seen),
  }
}

function pagesOf(seen: readonly Seen[]): Overview['pages'] {
  const all = seen
    .flatMap((process) => seriesOf(process, 'published_version_info'))
    .map((sample) => ({ name: nameIn(sample, 'name'), version: nameIn(sample, 'version') }))
  const once = new Map(all.map((page) => [`${page.name} ${page.version}`, page]))
  return [...once.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Every process that reads the queues reports the same counts. */
function queuesOf(seen: readonly Seen[]): QueueRow[] {
  return QUEUE_NAMES.flatMap((queue) => {
    const jobs = (state: string) => largest(seen, 'queue_jobs', { queue, state })
    if (jobs('waiting') === undefined) return []
    return [
      {
        queue,
        waiting: jobs('waiting') ?? 0,
        prioritised: jobs('prioritized') ?? 0,
        active: jobs('active') ?? 0,
        delayed: jobs('delayed') ?? 0,
        failed: jobs('failed') ?? 0,
        nextWaitsSeconds: largest(seen, 'queue_next_job_age_seconds', { queue }),
      },
    ]
  })
}

function workerRow(worker: Seen, minutes: Window): WorkerRow {
  const { at, state } = partRow(worker)
  const voices = seriesOf(worker, 'natural_voices_state').find(({ value }) => value === 1)
  const lanes = Map.groupBy(seriesOf(worker, 'speech_lanes'), (sample) => nameIn(sample, 'provider'))
  return {
    at,
    state,
    doing: seriesOf(worker, 'queue_jobs_running')
      .filter(({ value }) => value > 0)
      .map((sample) => ({ queue: nameIn(sample, 'queue'), jobs: sample.value })),
    lanes: [...lanes].map(([provider, samples]) => {
      const count = (is: string) => samples.find(({ labels }) => labels['state'] === is)?.value ?? 0
      return { provider, busy: count('busy'), all: count('busy') + count('free') }
    }),
    naturalVoices: voices && nameIn(voices, 'state'),
    refusing: valueOf(worker, 'clip_storage_refusing') === 1,
    clips: minutes.of(clipsOf(at)),
  }
}

function speedOf(seen: readonly Seen[], minutes: Window): Speed {
  const buckets = firstSoundsIn(minutes.all())
  return {
    seconds: minutes.seconds,
    clips: minutes.of(CLIPS),
    soundSeconds: minutes.of(SOUND),
    firstSound: {
      count: Math.max(0, ...buckets.map(({ count }) => count)),
      medianSeconds: quantile(0.5, buckets),
      p95Seconds: quantile(0.95, buckets),
    },
    waitingNow: seen.reduce((sum, process) => sum + (valueOf(process, 'awaited_clips') ?? 0), 0),
  }
}

const MAX_FAILURES = 50

function failuresOf(hour: Window): Failures {
  const rows = hour.all().flatMap(({ series, count, lastAt }) => {
    const failure = failureIn(series)
    return failure ? [{ ...failure, count, lastAt: new Date(lastAt).toISOString() }] : []
  })
  const newest = rows.toSorted((a, b) => b.lastAt.localeCompare(a.lastAt) || b.count - a.count)
  return { seconds: hour.seconds, rows: newest.slice(0, MAX_FAILURES) }
}

/** In whole percent, so that two similar disks keep their order from one refresh to the next. */
const free = ({ freeBytes, sizeBytes }: DiskRow) => Math.round((freeBytes / sizeBytes) * 100)

/** Processes on one host with equally large disks share a disk. */
function disksOf(seen: readonly Seen[]): DiskRow[] {
  const disks = new Map<string, DiskRow>()
  for (const process of seen) {
    const [freeBytes, sizeBytes] = [
      valueOf(process, 'data_disk_free_bytes'),
      valueOf(process, 'data_disk_size_bytes'),
    ]
    if (freeBytes === undefined || sizeBytes === undefined) continue
    const at = process.at.replace(/:\d+$/, '')
    const key = `${at} ${sizeBytes}`
    const disk = disks.get(key) ?? { parts: [], at, freeBytes, sizeBytes }
    if (!disk.parts.includes(process.part)) disk.parts.push(process.part)
    disks.set(key, { ...disk, freeBytes: Math.min(disk.freeBytes, freeBytes) })
  }
  return [...disks.values()].toSorted((a, b) => free(a) - free(b) || a.at.localeCompare(b.at))
}

function largest(seen: readonly Seen[], name: string, labels = {}): number | undefined {
  const values = seen.flatMap((process) => valueOf(process, name, labels) ?? [])
  return values.length > 0 ? Math.max(...values) : undefined
}
