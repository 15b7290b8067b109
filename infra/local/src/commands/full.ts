import { runLane } from '../checks/run-step.ts'
import { besideWebBuild, journeys, naturalVoices, STATIC, vitest } from '../checks/steps.ts'

await runLane(
  ...STATIC,
  naturalVoices,
  besideWebBuild(vitest(['node', 'web', 'faults', 'pages'])),
  vitest(['backends']),
  journeys(['journeys']),
  // After everything else: it measures what is heard, in real time.
  journeys(['long']),
)
