// npm run test:backends [-- Vitest's arguments]: the contract suites on real MongoDB-protocol and S3 servers, which the
// suites bring up themselves.
import { runStep, stopWithSignals } from '../checks/run-step.ts'
import { vitest } from '../checks/steps.ts'
import { summary } from '../checks/tally.ts'

stopWithSignals()
const tally = await runStep(vitest('Contract suites on real servers', ['backends'], process.argv.slice(2)))
process.stdout.write(`\n${summary(tally)}\n`)
process.exit(tally.failed === 0 ? 0 : 1)
