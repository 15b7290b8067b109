import { runLane } from '../checks/run-step.ts'
import { vitest } from '../checks/steps.ts'

await runLane(vitest(['backends'], process.argv.slice(2)))
