// npm run test:e2e [-- Playwright's arguments]: the journeys on the whole embedded platform.
import { runLane } from '../checks/run-lane.ts'
import { journeys } from '../checks/steps.ts'

await runLane(journeys(['journeys'], process.argv.slice(2)))
