import { failureOf, RESTARTED, type Failure } from './failures.ts'
import type { Counted } from './increases.ts'
import { valueOf, type Seen } from './process-view.ts'

/** Series that are kept, of all processes together or of one. */
export const CLIPS = 'clips'
export const SOUND = 'sound'
export const clipsOf = (at: string): string => `clips at ${at}`
const FIRST = 'first sound '
const FAILURE = 'failure\t'
const seriesOf = ({ what, where }: Failure) => `${FAILURE}${what}\t${where}`

/** Of these some series are counted. */
export const COUNTERS = [
  'clips_total',
  'clip_audio_seconds_total',
  'first_sound_seconds_bucket',
  'awaited_clips_total',
  'queue_job_failures_total',
  'queue_jobs_stalled_total',
  'speech_duration_seconds_count',
  'http_request_duration_seconds_count',
  'edge_request_duration_seconds_count',
  'dependency_errors_total',
  'remotes_left_out_total',
  'identity_state_write_failures_total',
] as const

/** What a process has counted so far, as far as it is shown. */
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
    const failure = failureOf(seen, sample)
    if (failure) add(seriesOf(failure), value)
  }
  const restarts = seriesOf({ what: RESTARTED, where: seen.part })
  return { restarts, startedAtMs: (valueOf(seen, 'process_start_time_seconds') ?? 0) * 1_000, counts }
}

/** What is no number is no limit either. */
const limitOf = (text = '') => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : Infinity)

/** Of a series that counts failures what they are. */
export function failureIn(series: string): Failure | undefined {
  if (!series.startsWith(FAILURE)) return undefined
  const [what = '', where = ''] = series.slice(FAILURE.length).split('\t')
  return { what, where }
}

/** The upper limits of the classes in which first sounds are counted, and how many grew up to each. */
export const firstSoundsIn = (series: readonly { series: string; count: number }[]) =>
  series.flatMap(({ series: name, count }) => {
    if (!name.startsWith(FIRST)) return []
    return [{ limit: Number(name.slice(FIRST.length)), count }]
  })
