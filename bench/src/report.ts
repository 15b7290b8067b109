import PQueue from 'p-queue'
import { median, quantile } from 'simple-statistics'

export type Held = {
  /** Upper bound; `least` is the lower bound. */
  limit?: number | undefined
  least?: number | undefined
  runs?: readonly number[]
}

/** Prints a figure and its limit. If the limit is missed, prints MISSED and sets the exit code to 1. */
export function report(name: string, value: number, unit: string, { limit, least, runs }: Held = {}): void {
  const verdict = (what: string, bound: number | undefined, missed: boolean) => {
    if (bound === undefined) return ''
    if (missed) process.exitCode = 1
    return ` (at ${what} ${bound} ${unit}${missed ? ', MISSED' : ''})`
  }
  const held = verdict('most', limit, value > limit!) + verdict('least', least, value < least!)
  const each = runs && runs.length > 1 ? `  runs: ${runs.map(rounded).join(', ')}` : ''
  process.stdout.write(`${name}: ${rounded(value)} ${unit}${held}${each}\n`)
}

const rounded = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/** Prints the median of some runs. */
export function reportMedian(name: string, runs: readonly number[], unit: string, held: Held = {}): void {
  report(name, median([...runs]), unit, { ...held, runs })
}

/** Prints the median and the 95th percentile of latencies in ms. */
export function reportTimes(
  name: string,
  times: number[],
  { p50, p95 }: { p50?: number; p95?: number } = {},
): void {
  report(`${name}, p50`, median(times), 'ms', { limit: p50 })
  report(`${name}, p95`, quantile(times, 0.95), 'ms', { limit: p95 })
}

/** Measures each of `ways` `rounds` times, alternating, so that other load affects all alike. */
export async function inTurn<Name extends string>(
  rounds: number,
  ways: Record<Name, () => Promise<number> | number>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) measured[name].push(await ways[name]())
  return measured
}

/** Calls `work` for all items, `atOnce` at a time. */
export const inParallel = <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => new PQueue({ concurrency: atOnce }).addAll(items.map((item) => () => work(item)))

/** Duration of `work` in milliseconds. */
export async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
