import { stopWithSignals } from './run-step.ts'
import { add, NOTHING, verdict, type Tally } from './tally.ts'

export type Check = () => Promise<Tally>

/** Runs every check, also after one that failed, and ends this process; the last line sums what the runners reported. */
export async function runLane(...checks: Check[]): Promise<never> {
  stopWithSignals()
  let total = NOTHING
  for (const check of checks) total = add(total, await check())
  process.stdout.write(`\n${verdict(total)}\n`)
  process.exit(total.failed === 0 ? 0 : 1)
}
