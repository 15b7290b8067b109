// npm run test:e2e [-- Playwright's arguments]: the journeys on the whole embedded platform.
import { runAlone } from '../checks/run-alone.ts'
import { journeys } from '../checks/steps.ts'

await runAlone((args) => journeys('journeys', args))
