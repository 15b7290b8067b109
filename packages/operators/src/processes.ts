import type { Sample } from './metrics-text.ts'
import type { PartRow } from './overview.ts'
import type { Absence } from './scrape.ts'

/** One process of a part and the metrics of its last scrape. */
export type Seen = {
  part: string
  /** Host and port, or a name for a process without them. */
  at: string
  samples?: readonly Sample[]
  away?: Absence | 'nowhere'
}

export const seriesOf = ({ samples = [] }: Seen, name: string): readonly Sample[] =>
  samples.filter((sample) => sample.name === name)

/** The value of the first series with this name and these labels. */
export const valueOf = (seen: Seen, name: string, labels: Sample['labels'] = {}): number | undefined =>
  seriesOf(seen, name).find((sample) =>
    Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )?.value

const NAMED = /^[\w .:/-]{1,40}$/

/** A label's text if it is safe to show, else `other`: a scraped process may send any text. */
export const nameIn = ({ labels }: Sample, label: string): string => {
  const text = labels[label] ?? ''
  return NAMED.test(text) ? text : 'other'
}

const ABSENCES: Record<NonNullable<Seen['away']>, string> = {
  refused: 'connection refused',
  late: 'no response in time',
  large: 'its response is too large',
  strange: 'its response is not that of a part',
  nowhere: 'its name has no address',
}

/** The state, build and size of a process. */
export function partRow(seen: Seen): PartRow {
  const { part, at, away } = seen
  if (away) return { part, at, state: 'away', why: ABSENCES[away] }
  const failing = seriesOf(seen, 'readiness_check_ok')
    .filter(({ value }) => value === 0)
    .map((sample) => nameIn(sample, 'check'))
  const [build] = seriesOf(seen, 'build_info')
  const revision = build && nameIn(build, 'revision')
  const startedAt = valueOf(seen, 'process_start_time_seconds')
  return {
    part,
    at,
    state: failing.length > 0 ? 'not ready' : 'up',
    why: failing.length > 0 ? `lacks ${failing.join(', ')}` : undefined,
    version: build && nameIn(build, 'version'),
    revision: revision === 'unknown' ? undefined : revision,
    since: startedAt === undefined ? undefined : isoOf(startedAt),
    memoryBytes: valueOf(seen, 'process_resident_memory_bytes'),
    loopDelaySeconds: valueOf(seen, 'nodejs_eventloop_lag_p99_seconds'),
  }
}

/** Of seconds since 1970; a scraped process may send any number. */
function isoOf(seconds: number): string {
  const date = new Date(seconds * 1_000)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}
