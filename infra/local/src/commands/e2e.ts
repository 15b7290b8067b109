import { runLane } from '../checks/run-step.ts'
import { journeys } from '../checks/steps.ts'

await runLane(journeys(['journeys'], process.argv.slice(2)))
