// npm run test:backends [-- Vitest's arguments]: the contract suites on real MongoDB-protocol and S3 servers, which the
// suites bring up themselves.
import { runAlone } from '../checks/run-alone.ts'
import { backends } from '../checks/steps.ts'

await runAlone(backends)
