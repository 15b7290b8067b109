// npm run test:long [-- Playwright's arguments]: the journeys that take minutes.
import { runAlone } from '../checks/run-alone.ts'
import { journeys } from '../checks/steps.ts'

await runAlone((args) => journeys('long', args))
