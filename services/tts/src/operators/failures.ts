import { QUEUES, type QueueName } from '@andscene/contracts/queues'
import type { SpeechErrorKind } from '../speech/provider.ts'
import type { Sample } from './metrics-text.ts'
import { nameIn, type Seen } from './process-view.ts'

/** In plain words what failed, and in which part. */
export type Failure = { what: string; where: string }

/** Seen by when it began. */
export const RESTARTED = 'A process ended and was started anew'

const JOBS: Record<QueueName, string> = {
  [QUEUES.lineAudio]: 'A clip',
  [QUEUES.narration]: 'The plan of a narration',
  [QUEUES.deleted]: 'The deletion of a script’s clips',
}
/** A label may hold anything, also the name of something that every object has. */
const word = (table: Readonly<Record<string, string>>, key = '') =>
  Object.hasOwn(table, key) ? table[key] : undefined
const jobOf = ({ labels }: Sample) => word(JOBS, labels['queue']) ?? 'A job'

const SPEECH: Record<SpeechErrorKind, string> = {
  'bad-input': 'cannot speak a text',
  'unknown-voice': 'does not know a voice',
  auth: 'refused the key',
  throttled: 'asked to wait',
  quota: 'has used up its allowance',
  network: 'was not reached or cut off',
  server: 'responded with a failure',
  timeout: 'took too long',
}

const AWAITED: Record<string, string> = {
  late: 'A clip that somebody waited for was not there in time',
  failed: 'A clip that somebody waited for failed',
}

const DEPENDENCIES: Record<string, string> = {
  redis: 'Redis',
  mongodb: 'MongoDB',
  sqlite: 'The database file',
  s3: 'The object store',
  files: 'The folder of the data',
  service: 'Another service',
  identity: 'Identity',
  mail: 'The mail server',
}

const serverError = ({ labels }: Sample) =>
  /^5\d\d$/.test(labels['status'] ?? '') ? 'A request failed by our fault (5xx)' : undefined

/** By the metric that counts it, what to call it; undefined where its labels say that nothing failed. */
const KINDS: Record<string, (sample: Sample) => string | undefined> = {
  queue_job_failures_total: (sample) =>
    sample.labels['final'] === 'true'
      ? `${jobOf(sample)} failed for good`
      : `${jobOf(sample)} failed and is tried again`,
  queue_jobs_stalled_total: (sample) => `${jobOf(sample)} was left by a process that died`,
  speech_duration_seconds_count(sample) {
    const what = word(SPEECH, sample.labels['outcome'])
    return what && `${nameIn(sample, 'provider')} ${what}`
  },
  awaited_clips_total: ({ labels }) => word(AWAITED, labels['outcome']),
  http_request_duration_seconds_count: serverError,
  edge_request_duration_seconds_count: serverError,
  dependency_errors_total: ({ labels }) =>
    `${word(DEPENDENCIES, labels['dependency']) ?? 'Something'} was away, busy or full`,
  remotes_left_out_total: () => 'A slice of the pages was left out',
  identity_state_write_failures_total: () => 'An account was not stored',
}

/** What a series counts, if that is failures. */
export function failureOf({ part }: Seen, sample: Sample): Failure | undefined {
  const what = Object.hasOwn(KINDS, sample.name) ? KINDS[sample.name]!(sample) : undefined
  return what === undefined ? undefined : { what, where: part }
}
