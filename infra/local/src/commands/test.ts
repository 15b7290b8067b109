// npm test: every check, none skipped because another failed; the last line sums what the runners reported.
import { runStep, stopWithSignals } from '../checks/run-step.ts'
import { formatting, journeys, lint, naturalVoices, types, units } from '../checks/steps.ts'
import { NOTHING, add, failure, verdict, type Tally } from '../checks/tally.ts'
import { messageOf } from '../failure.ts'
import { ensureWebBuilt } from '../web-build.ts'

stopWithSignals()
let total = NOTHING
for (const step of [lint, formatting, types]) total = add(total, await runStep(step))
await runStep(naturalVoices)
// Unit tests wait for processes and servers for much of their time: the web is built meanwhile.
for (const tally of await Promise.all([runStep(units()), buildWeb()])) total = add(total, tally)
total = add(total, await runStep(journeys('journeys')))
process.stdout.write(`\n${verdict(total)}\n`)
process.exit(total.failed === 0 ? 0 : 1)

async function buildWeb(): Promise<Tally> {
  try {
    await ensureWebBuilt((line) => process.stdout.write(`${line}\n`))
    return NOTHING
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    return failure('Web build')
  }
}
