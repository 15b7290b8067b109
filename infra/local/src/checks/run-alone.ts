import { runStep, stopWithSignals, type Step } from './run-step.ts'
import { verdict } from './tally.ts'

/** Runs a command that is one step, with the arguments that follow its name; the last line is what it counted. */
export async function runAlone(step: (args: string[]) => (report: string) => Step): Promise<never> {
  stopWithSignals()
  const tally = await runStep(step(process.argv.slice(2)))
  process.stdout.write(`\n${verdict(tally)}\n`)
  process.exit(tally.failed === 0 ? 0 : 1)
}
