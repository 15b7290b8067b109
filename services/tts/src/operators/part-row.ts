import type { PartRow } from './overview.ts'
import { nameIn, seriesOf, valueOf, type Seen } from './process-view.ts'

const ABSENCES: Record<NonNullable<Seen['away']>, string> = {
  refused: 'takes no connection',
  late: 'does not respond in time',
  large: 'responds with more than any part does',
  strange: 'responds as no part does',
  nowhere: 'its name has no address',
}

/** What a process says of itself. */
export function partRow(seen: Seen): PartRow {
  const { part, at, away } = seen
  if (away) return { part, at, state: 'away', why: ABSENCES[away] }
  const failing = seriesOf(seen, 'readiness_check_ok')
    .filter(({ value }) => value === 0)
    .map((sample) => nameIn(sample, 'check'))
  const [build] = seriesOf(seen, 'build_info')
  const revision = build && nameIn(build, 'revision')
  const startedAt = valueOf(seen, 'process_start_time_seconds')
  const memoryBytes = valueOf(seen, 'process_resident_memory_bytes')
  const loopDelaySeconds = valueOf(seen, 'nodejs_eventloop_lag_p99_seconds')
  return {
    part,
    at,
    state: failing.length > 0 ? 'not ready' : 'up',
    ...(failing.length > 0 && { why: `lacks ${failing.join(', ')}` }),
    ...(build && { version: nameIn(build, 'version') }),
    ...(revision !== undefined && revision !== 'unknown' && { revision }),
    ...(startedAt !== undefined && { since: isoOf(startedAt) }),
    ...(memoryBytes !== undefined && { memoryBytes }),
    ...(loopDelaySeconds !== undefined && { loopDelaySeconds }),
  }
}

/** Of seconds since 1970; a process may say any. */
function isoOf(seconds: number): string {
  const date = new Date(seconds * 1_000)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}
