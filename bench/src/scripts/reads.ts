import { median, quantile } from 'simple-statistics'
import { report, reportMedian, timed } from '../report.ts'

const RUNS = 3
const READS = 60

/** Latency of a read: the first one, and p50 and p95 over some rounds. */
export async function reads(
  name: string,
  limit: number | undefined,
  read: () => Promise<unknown>,
): Promise<void> {
  report(`${name}, first`, await timed(read), 'ms')
  const high: number[] = []
  const middle: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const taken: number[] = []
    for (let n = 0; n < READS; n += 1) taken.push(await timed(read))
    high.push(quantile(taken, 0.95))
    middle.push(median(taken))
  }
  reportMedian(`${name}, p50`, middle, 'ms')
  reportMedian(`${name}, p95`, high, 'ms', { limit })
}
