import { describe, expect, test } from 'vitest'
import { COUNTERS, countedOf } from './counted.ts'
import { Increases } from './increases.ts'
import { GAUGES, makeOverview } from './make-overview.ts'
import { parseMetrics } from './metrics-text.ts'
import type { Seen } from './processes.ts'

const START = Date.parse('2026-11-25T12:00:00Z')
const NAMES = new Set([...GAUGES, ...COUNTERS])
const BEGAN = START / 1_000 - 3_600

/** A process that exports these series. */
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
const failing = (n: number) => [
  `queue_job_failures_total{queue="line-audio",final="true"} ${n}`,
  `queue_job_failures_total{queue="line-audio",final="false"} ${n}`,
  `queue_jobs_stalled_total{queue="script-narration"} ${n}`,
  `speech_duration_seconds_count{provider="azure",outcome="auth"} ${n}`,
  `speech_duration_seconds_count{provider="azure",outcome="ok"} ${n}`,
  `awaited_clips_total{outcome="late"} ${n}`,
  `awaited_clips_total{outcome="head"} ${n}`,
  `http_request_duration_seconds_count{route="/a",status="503"} ${n}`,
  `http_request_duration_seconds_count{route="/b",status="500"} ${n}`,
  `http_request_duration_seconds_count{route="/b",status="404"} ${n}`,
  `dependency_errors_total{dependency="redis"} ${n}`,
]
const disk = (free: number, size: number) => [`data_disk_free_bytes ${free}`, `data_disk_size_bytes ${size}`]

/** The overview of the second scrape, a minute after the first. */
function overviewOf(before: Seen[], after: Seen[], seconds = 60) {
  const increases = new Increases(3_600_000)
  const now = START + seconds * 1_000
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

describe('product §15: the overview has each part', () => {
  test('with version, age, memory and event loop delay', () => {
    const { parts, mixed } = overviewOf(
      [],
      [
        seen(
          'tts',
          '10.0.0.1:80',
          'build_info{version="0.1.0",revision="abc123"} 1',
          'process_resident_memory_bytes 150000000',
          'nodejs_eventloop_lag_p99_seconds 0.012',
          'readiness_check_ok{check="redis"} 1',
        ),
      ],
    )
    expect(parts).toEqual([
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
    ])
    expect(mixed).toBe(false)
  })

  test('that is unavailable or not ready, with the reason', () => {
    const { parts } = overviewOf(
      [],
      [
        { part: 'edge', at: 'e:1', away: 'late' },
        { part: 'worker', at: 'w:1', away: 'nowhere' },
        seen('scripts', 's:1', 'readiness_check_ok{check="redis"} 0', 'readiness_check_ok{check="index"} 1'),
      ],
    )
    expect(parts).toMatchObject([
      { state: 'away', why: 'no response in time' },
      { state: 'away', why: 'its name has no address' },
      { state: 'not ready', why: 'lacks redis' },
    ])
  })

  test('detects mixed releases and omits unknown revisions', () => {
    const { mixed, parts } = overviewOf(
      [],
      [seen('a', 'a:1', build('one')), seen('b', 'b:1', build('unknown'))],
    )
    expect(mixed).toBe(true)
    expect(parts.map(({ revision }) => revision)).toEqual(['one', undefined])
  })
})

describe('product §15: the overview has the queue', () => {
  test('once, although several processes report it', () => {
    const { queues, queueMemory } = overviewOf(
      [],
      [seen('tts', 't:1', ...queueLines(3)), seen('worker', 'w:1', ...queueLines(4))],
    )
    expect(queues).toEqual([
      {
        queue: 'line-audio',
        waiting: 4,
        prioritised: 7,
        active: 0,
        delayed: 0,
        failed: 2,
        nextWaitsSeconds: 4.5,
      },
    ])
    expect(queueMemory).toEqual({ usedBytes: 1_000, limitBytes: 5_000 })
  })

  test('or no figures while Redis is unavailable', () => {
    expect(overviewOf([], [seen('tts', 't:1')]).queues).toEqual([])
  })
})

describe('product §15: the overview has the workers and their speed', () => {
  test('running jobs, lanes and clips of each', () => {
    const { workers, speed } = overviewOf(
      [workerAt('a:1', 100), workerAt('b:1', 10)],
      [
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
    )
    expect(workers).toEqual([
      {
        at: 'a:1',
        state: 'up',
        doing: [{ queue: 'line-audio', jobs: 3 }],
        lanes: [{ provider: 'local', busy: 2, all: 3 }],
        naturalVoices: 'ready',
        refusing: false,
        clips: 30,
      },
      { at: 'b:1', state: 'up', doing: [], lanes: [], refusing: true, clips: 30 },
    ])
    expect(speed).toMatchObject({ seconds: 60, clips: 60, soundSeconds: 180 })
  })

  test('and the first-sound quantiles of the last minutes', () => {
    const { speed } = overviewOf([waited(100, 100)], [waited(108, 116)])
    expect(speed.firstSound).toEqual({ count: 16, medianSeconds: 1, p95Seconds: 1.9 })
    expect(speed.waitingNow).toBe(2)
    expect(overviewOf([waited(1, 1)], [waited(1, 1)]).speed.firstSound).toEqual({ count: 0 })
  })
})

describe('product §15: the overview has failures', () => {
  test('by kind, in words', () => {
    const { failures } = overviewOf([seen('worker', 'w:1')], [seen('worker', 'w:1', ...failing(2))])
    expect(failures.seconds).toBe(60)
    expect(failures.rows[0]).toEqual({
      what: 'A request failed with a server error (5xx)',
      where: 'worker',
      count: 4,
      lastAt: '2026-11-25T12:01:00.000Z',
    })
    expect(failures.rows.map(({ what }) => what).toSorted()).toEqual([
      'A clip failed and is retried',
      'A clip failed permanently',
      'A listener’s clip was not ready in time',
      'A request failed with a server error (5xx)',
      'Redis was unavailable, busy or full',
      'The plan of a narration stalled because its process died',
      'azure refused the key',
    ])
  })

  test('without any text that a process put into a label', () => {
    const { failures, parts, pages, workers } = overviewOf(
      [seen('worker', 'w:1')],
      [
        seen(
          'worker',
          'w:1',
          'speech_duration_seconds_count{provider="The secret line, spoken",outcome="auth"} 1',
          'queue_job_failures_total{queue="constructor",final="true"} 1',
          'dependency_errors_total{dependency="toString"} 1',
          'build_info{version="<script>",revision="a@example.com"} 1',
          'published_version_info{name="x\\ny",version="1"} 1',
          `speech_lanes{provider="${'p'.repeat(100)}",state="busy"} 1`,
        ),
      ],
    )
    expect(JSON.stringify({ failures, parts, pages, workers })).not.toMatch(
      /secret|script>|@|\\n|ppp|function|constructor/,
    )
    expect(failures.rows.map(({ what }) => what).toSorted()).toEqual([
      'A dependency was unavailable, busy or full',
      'A job failed permanently',
      'other refused the key',
    ])
  })
})

describe('product §15: the overview has the disks', () => {
  test('each once, fullest first', () => {
    const { disks } = overviewOf(
      [],
      [
        seen('tts', '10.0.0.1:1', ...disk(500, 1_000)),
        seen('worker', '10.0.0.1:2', ...disk(499, 1_000)),
        seen('worker', '10.0.0.1:3', ...disk(501, 1_000)),
        seen('identity', '10.0.0.2:1', ...disk(10, 1_000)),
        seen('edge', '10.0.0.1:4'),
      ],
    )
    expect(disks).toEqual([
      { parts: ['identity'], at: '10.0.0.2', freeBytes: 10, sizeBytes: 1_000 },
      { parts: ['tts', 'worker'], at: '10.0.0.1', freeBytes: 499, sizeBytes: 1_000 },
    ])
  })
})
