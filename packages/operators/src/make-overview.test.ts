import { expect, test } from 'vitest'
import { COUNTERS, countedOf } from './counted.ts'
import { Increases } from './increases.ts'
import { GAUGES, makeOverview } from './make-overview.ts'
import { parseMetrics } from './metrics-text.ts'
import type { Overview } from './overview.ts'
import type { Seen } from './processes.ts'

const START = Date.parse('2026-11-25T12:00:00Z')
const NAMES = new Set([...GAUGES, ...COUNTERS])
const BEGAN = START / 1_000 - 3_600

/** A process that exports these metrics. */
const seen = (part: string, at: string, ...lines: string[]): Seen => ({
  part,
  at,
  samples: parseMetrics([`process_start_time_seconds ${BEGAN}`, ...lines].join('\n'), NAMES),
})

const countedIn = (all: Seen[]) =>
  new Map(
    all.filter(({ samples }) => samples).map((process) => [process.part + process.at, countedOf(process)]),
  )
const build = (revision: string) => `build_info{version="0.1.0",revision="${revision}"} 1`
const queueLines = (waiting: number) => [
  `queue_jobs{queue="line-audio",state="waiting"} ${waiting}`,
  'queue_jobs{queue="line-audio",state="prioritized"} 7',
  'queue_jobs{queue="line-audio",state="failed"} 2',
  'queue_next_job_age_seconds{queue="line-audio"} 4.5',
  'queue_redis_memory_bytes 1000',
  'queue_redis_memory_limit_bytes 5000',
]
const workerAt = (at: string, clips: number, ...more: string[]) =>
  seen(
    'worker',
    at,
    `clips_total{outcome="made"} ${clips}`,
    'clips_total{outcome="dropped"} 1000',
    `clip_audio_seconds_total ${clips * 3}`,
    ...more,
  )
const waited = (within1: number, all: number) =>
  seen(
    'tts',
    't:1',
    `first_sound_seconds_bucket{le="1",due="now"} ${within1}`,
    `first_sound_seconds_bucket{le="2",due="now"} ${all}`,
    `first_sound_seconds_bucket{le="+Inf",due="now"} ${all}`,
    'first_sound_seconds_bucket{le="+Inf",due="later"} 999',
    'awaited_clips 2',
  )
const disk = (free: number, size: number) => [`data_disk_free_bytes ${free}`, `data_disk_size_bytes ${size}`]

/** The overview of the second scrape, a minute after the first. */
function overviewOf(before: Seen[], after: Seen[]) {
  const increases = new Increases(3_600_000)
  const now = START + 60_000
  increases.add(START, countedIn(before))
  increases.add(now, countedIn(after))
  return makeOverview({
    now,
    since: START,
    watchesOnlyItself: false,
    seen: after,
    minutes: increases.over(now, 300_000),
    hour: increases.over(now, 3_600_000),
  })
}

const A: Overview['workers'][number] = {
  at: 'a:1',
  state: 'up',
  doing: [{ queue: 'line-audio', jobs: 3 }],
  lanes: [{ provider: 'local', busy: 2, all: 3 }],
  naturalVoices: 'ready',
  refusing: false,
  clips: 30,
}

test.each<{ title: string; before?: Seen[]; after: Seen[]; expected: object }>([
  {
    title: 'version, age, memory and event loop delay of a part',
    after: [
      seen(
        'tts',
        '10.0.0.1:80',
        build('abc123'),
        'process_resident_memory_bytes 150000000',
        'nodejs_eventloop_lag_p99_seconds 0.012',
        'readiness_check_ok{check="redis"} 1',
      ),
    ],
    expected: {
      mixed: false,
      parts: [
        {
          part: 'tts',
          at: '10.0.0.1:80',
          state: 'up',
          version: '0.1.0',
          revision: 'abc123',
          since: '2026-11-25T11:00:00.000Z',
          memoryBytes: 150_000_000,
          loopDelaySeconds: 0.012,
        },
      ],
    },
  },
  {
    title: 'parts that are unavailable or not ready, with the reason',
    after: [
      { part: 'edge', at: 'e:1', away: 'late' },
      { part: 'worker', at: 'w:1', away: 'nowhere' },
      seen('scripts', 's:1', 'readiness_check_ok{check="redis"} 0', 'readiness_check_ok{check="index"} 1'),
    ],
    expected: {
      parts: [
        { state: 'away', why: 'no response in time' },
        { state: 'away', why: 'its name has no address' },
        { state: 'not ready', why: 'lacks redis' },
      ],
    },
  },
  {
    title: 'mixed releases, and no unknown revision',
    after: [seen('a', 'a:1', build('one')), seen('b', 'b:1', build('unknown'))],
    expected: { mixed: true, parts: [{ revision: 'one' }, { part: 'b' }] },
  },
  {
    title: 'the queue once, although several processes report it',
    after: [seen('tts', 't:1', ...queueLines(3)), seen('worker', 'w:1', ...queueLines(4))],
    expected: {
      queues: [
        {
          queue: 'line-audio',
          waiting: 4,
          prioritised: 7,
          active: 0,
          delayed: 0,
          failed: 2,
          nextWaitsSeconds: 4.5,
        },
      ],
      queueMemory: { usedBytes: 1_000, limitBytes: 5_000 },
    },
  },
  { title: 'no queues while Redis is unavailable', after: [seen('tts', 't:1')], expected: { queues: [] } },
  {
    title: 'running jobs, lanes, clips and speed of the workers',
    before: [workerAt('a:1', 100), workerAt('b:1', 10)],
    after: [
      workerAt(
        'a:1',
        130,
        'queue_jobs_running{queue="line-audio"} 3',
        'queue_jobs_running{queue="script-narration"} 0',
        'speech_lanes{provider="local",state="busy"} 2',
        'speech_lanes{provider="local",state="free"} 1',
        'natural_voices_state{state="ready"} 1',
        'natural_voices_state{state="off"} 0',
        'clip_storage_refusing 0',
      ),
      workerAt('b:1', 40, 'clip_storage_refusing 1'),
    ],
    expected: {
      workers: [A, { at: 'b:1', state: 'up', doing: [], lanes: [], refusing: true, clips: 30 }],
      speed: { seconds: 60, clips: 60, soundSeconds: 180 },
    },
  },
  {
    title: 'the first-sound quantiles of the last minutes',
    before: [waited(100, 100)],
    after: [waited(108, 116)],
    expected: { speed: { firstSound: { count: 16, medianSeconds: 1, p95Seconds: 1.9 }, waitingNow: 2 } },
  },
  {
    title: 'no quantiles without new listeners',
    before: [waited(1, 1)],
    after: [waited(1, 1)],
    expected: { speed: { firstSound: { count: 0 } } },
  },
  {
    title: 'each disk once, fullest first',
    after: [
      seen('tts', '10.0.0.1:1', ...disk(500, 1_000)),
      seen('worker', '10.0.0.1:2', ...disk(499, 1_000)),
      seen('worker', '10.0.0.1:3', ...disk(501, 1_000)),
      seen('identity', '10.0.0.2:1', ...disk(10, 1_000)),
      seen('edge', '10.0.0.1:4'),
    ],
    expected: {
      disks: [
        { parts: ['identity'], at: '10.0.0.2', freeBytes: 10, sizeBytes: 1_000 },
        { parts: ['tts', 'worker'], at: '10.0.0.1', freeBytes: 499, sizeBytes: 1_000 },
      ],
    },
  },
])('product §15: the overview has $title', ({ before = [], after, expected }) => {
  expect(overviewOf(before, after)).toMatchObject(expected)
})

const FAILING: [series: string, what?: string][] = [
  ['queue_job_failures_total{queue="line-audio",final="true"}', 'A clip failed permanently'],
  ['queue_job_failures_total{queue="line-audio",final="false"}', 'A clip failed and is retried'],
  [
    'queue_jobs_stalled_total{queue="script-narration"}',
    'The plan of a narration stalled because its process died',
  ],
  ['speech_duration_seconds_count{provider="azure",outcome="auth"}', 'azure refused the key'],
  ['speech_duration_seconds_count{provider="azure",outcome="ok"}'],
  ['awaited_clips_total{outcome="late"}', 'A listener’s clip was not ready in time'],
  ['awaited_clips_total{outcome="head"}'],
  ['http_request_duration_seconds_count{status="503"}', 'A request failed with a server error (5xx)'],
  ['http_request_duration_seconds_count{status="404"}'],
  ['dependency_errors_total{dependency="redis"}', 'Redis was unavailable, busy or full'],
  // Labels may be any text.
  [
    'speech_duration_seconds_count{provider="The secret line, spoken",outcome="auth"}',
    'other refused the key',
  ],
  ['queue_job_failures_total{queue="constructor",final="true"}', 'A job failed permanently'],
  ['dependency_errors_total{dependency="toString"}', 'A dependency was unavailable, busy or full'],
]

test.each(FAILING)('product §15: the overview has %s as failure: %s', (series, what) => {
  const { failures } = overviewOf([seen('worker', 'w:1')], [seen('worker', 'w:1', `${series} 2`)])
  const row = { what, where: 'worker', count: 2, lastAt: '2026-11-25T12:01:00.000Z' }
  expect(failures).toEqual({ seconds: 60, rows: what === undefined ? [] : [row] })
})

test('product §15: the overview does not contain label texts of a process', () => {
  const strange = seen(
    'worker',
    'w:1',
    'build_info{version="<script>",revision="a@example.com"} 1',
    'published_version_info{name="x\\ny",version="1"} 1',
    `speech_lanes{provider="${'p'.repeat(100)}",state="busy"} 1`,
  )
  expect(JSON.stringify(overviewOf([], [strange, seen('b', 'b:1', build('unknown'))]))).not.toMatch(
    /script>|@|\\n|ppp|unknown/,
  )
})
