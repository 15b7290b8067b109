import { runLane } from '../checks/run-step.ts'
import { journeys } from '../checks/steps.ts'

await runLane(journeys(['long'], process.argv.slice(2)))
