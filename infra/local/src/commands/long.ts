// npm run test:long [-- Playwright's arguments]: the journeys that take minutes.
import { runLane } from '../checks/run-lane.ts'
import { journeys } from '../checks/steps.ts'

await runLane(journeys(['long'], process.argv.slice(2)))
