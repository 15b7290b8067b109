// npm run test:backends [-- Vitest's arguments]: the contract suites on real MongoDB-protocol and S3 servers, which the
// suites start themselves, and the checks by tools built with Go.
import { runLane } from '../checks/run-lane.ts'
import { vitest } from '../checks/steps.ts'

await runLane(vitest(['backends'], process.argv.slice(2)))
