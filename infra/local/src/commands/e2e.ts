// npm run test:e2e [-- Playwright's arguments]: the journeys on the whole embedded platform.
import { runStep, stopWithSignals } from '../checks/run-step.ts'
import { journeys } from '../checks/steps.ts'
import { summary } from '../checks/tally.ts'

stopWithSignals()
const tally = await runStep(journeys(process.argv.slice(2)))
process.stdout.write(`\n${summary(tally)}\n`)
process.exit(tally.failed === 0 ? 0 : 1)
