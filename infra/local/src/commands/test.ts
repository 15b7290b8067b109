import { runLane } from '../checks/run-step.ts'
import { besideWebBuild, journeys, STATIC, vitest } from '../checks/steps.ts'

await runLane(...STATIC, besideWebBuild(vitest(['node', 'web'])), journeys(['journeys'], ['--grep=@core']))
