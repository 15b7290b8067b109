// npm test: what finds nearly every mistake within ten minutes (docs/testing.md).
import { runLane } from '../checks/run-lane.ts'
import { besideWebBuild, journeys, STATIC, vitest } from '../checks/steps.ts'

await runLane(...STATIC, besideWebBuild(vitest(['node', 'web'])), journeys(['journeys'], ['--grep=@core']))
