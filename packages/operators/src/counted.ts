import type { QueueName } from '@andscene/contracts/queues'
import failures from './data/failures.json' with { type: 'json' }
import metrics from './data/metrics.json' with { type: 'json' }
import type { Counted } from './increases.ts'
import type { Sample } from './metrics-text.ts'
import { nameIn, valueOf, type Seen } from './processes.ts'

/** The counters that the page reads. */
export const COUNTERS = metrics.counters

/** Keys of series whose increases are shown, of all processes together or of one. */
export const CLIPS = 'clips'
export const SOUND = 'sound'
export const clipsOf = (at: string): string => `clips at ${at}`
const FIRST = 'first sound '
const FAILURE = 'failure\t'

/** A kind of failure and the component that reports it. */
export type Failure = { what: string; where: string }
const seriesOf = ({ what, where }: Failure) => `${FAILURE}${what}\t${where}`

/** Detected by a changed start time of the process. */
const RESTARTED = 'A process exited and was restarted'

const JOBS: Record<QueueName, string> = failures.jobs
/** A label may be any text, such as `constructor`, hence own keys only. */
const word = (table: Readonly<Record<string, string>>, key = '') =>
  Object.hasOwn(table, key) ? table[key] : undefined
const jobOf = ({ labels }: Sample) => word(JOBS, labels['queue']) ?? 'A job'

const serverError = ({ labels }: Sample) =>
  /^5\d\d$/.test(labels['status'] ?? '') ? 'A request failed with a server error (5xx)' : undefined

/** By counter, the sentence for a failure; undefined where its labels report none. */
const KINDS: Record<string, (sample: Sample) => string | undefined> = {
  queue_job_failures_total: (sample) =>
    sample.labels['final'] === 'true'
      ? `${jobOf(sample)} failed permanently`
      : `${jobOf(sample)} failed and is retried`,
  queue_jobs_stalled_total: (sample) => `${jobOf(sample)} stalled because its process died`,
  speech_duration_seconds_count(sample) {
    const what = word(failures.speech, sample.labels['outcome'])
    return what && `${nameIn(sample, 'provider')} ${what}`
  },
  awaited_clips_total: ({ labels }) => word(failures.awaited, labels['outcome']),
  http_request_duration_seconds_count: serverError,
  edge_request_duration_seconds_count: serverError,
  dependency_errors_total: ({ labels }) =>
    `${word(failures.dependencies, labels['dependency']) ?? 'A dependency'} was unavailable, busy or full`,
  remotes_left_out_total: () => 'A remote was left out of the pages',
  identity_state_write_failures_total: () => 'An account was not stored',
}

/** The counts of a process so far, by series. */
export function countedOf(seen: Seen): Counted {
  const counts = new Map<string, number>()
  const add = (series: string, count: number) => counts.set(series, (counts.get(series) ?? 0) + count)
  for (const sample of seen.samples ?? []) {
    const { name, labels, value } = sample
    if (value <= 0) continue
    if (name === 'clips_total' && labels['outcome'] === 'made') {
      add(CLIPS, value)
      add(clipsOf(seen.at), value)
    }
    if (name === 'clip_audio_seconds_total') add(SOUND, value)
    if (name === 'first_sound_seconds_bucket' && labels['due'] === 'now')
      add(FIRST + String(limitOf(labels['le'])), value)
    const what = Object.hasOwn(KINDS, name) ? KINDS[name]!(sample) : undefined
    if (what !== undefined) add(seriesOf({ what, where: seen.part }), value)
  }
  const restarts = seriesOf({ what: RESTARTED, where: seen.part })
  return { restarts, startedAtMs: (valueOf(seen, 'process_start_time_seconds') ?? 0) * 1_000, counts }
}

const limitOf = (text = '') => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : Infinity)

/** The failure that a series counts, if any. */
export function failureIn(series: string): Failure | undefined {
  if (!series.startsWith(FAILURE)) return undefined
  const [what = '', where = ''] = series.slice(FAILURE.length).split('\t')
  return { what, where }
}

/** How many values were at most `limit`; the last limit is infinite. */
export type Bucket = { limit: number; count: number }

/** The increases of the first-sound histogram. */
export const firstSoundsIn = (series: readonly { series: string; count: number }[]): Bucket[] =>
  series.flatMap(({ series: name, count }) =>
    name.startsWith(FIRST) ? [{ limit: Number(name.slice(FIRST.length)), count }] : [],
  )

/** Prometheus's `histogram_quantile`; undefined for an empty histogram. */
export function quantile(q: number, buckets: readonly Bucket[]): number | undefined {
  const sorted = buckets.toSorted((a, b) => a.limit - b.limit)
  const rank = q * (sorted.at(-1)?.count ?? 0)
  if (rank <= 0) return undefined
  const index = sorted.findIndex(({ count }) => count >= rank)
  const below = sorted[index - 1] ?? { limit: 0, count: 0 }
  const { limit, count } = sorted[index]!
  if (!Number.isFinite(limit)) return below.limit
  return below.limit + ((limit - below.limit) * (rank - below.count)) / (count - below.count)
}
