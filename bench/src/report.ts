export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value below which `share` (0 to 1) of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
}

export type Held = {
  /** The most, or the least, that it may be. */
  limit?: number | undefined
  least?: number | undefined
  runs?: readonly number[]
}

/** Prints one figure beside what it is held to; when it falls short it says so, and the process ends with 1. */
export function report(name: string, value: number, unit: string, { limit, least, runs }: Held = {}): void {
  if ((limit !== undefined && value > limit) || (least !== undefined && value < least)) process.exitCode = 1
  const figure = `${name}: ${round(value)} ${unit}`
  const held = [
    ...(limit === undefined ? [] : [` (at most ${limit} ${unit}${value > limit ? ', MISSED' : ''})`]),
    ...(least === undefined ? [] : [` (at least ${least} ${unit}${value < least ? ', MISSED' : ''})`]),
  ].join('')
  const each = runs && runs.length > 1 ? `  runs: ${runs.map(round).join(', ')}` : ''
  process.stdout.write(`${figure}${held}${each}\n`)
}

const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
