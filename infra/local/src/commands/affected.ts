import { affected } from '../checks/affected.ts'
import { runLane, type Check } from '../checks/run-step.ts'
import { journeys, naturalVoices, vitest } from '../checks/steps.ts'

const FULL_LANE = ['faults', 'pages']
const touched = affected(process.env)
const checks: Check[] = []
if (!touched) {
  process.stdout.write('Everything is tested: FULL=1, no base commit, or a large change.\n')
  checks.push(
    naturalVoices,
    vitest(FULL_LANE),
    journeys(['journeys'], ['--grep-invert=@core']),
    journeys(['long']),
  )
} else {
  process.stdout.write(`Affected: ${touched.projects.join(', ') || 'no workspace'}.\n`)
  const folders = touched.projects.map((name) => `/${name.replace(/^.*\//, '')}/src/`)
  if (folders.length > 0) checks.push(naturalVoices, vitest(FULL_LANE, ['--passWithNoTests', ...folders]))
  if (touched.journeys.length > 0)
    checks.push(journeys(['journeys'], ['--grep-invert=@core', '--pass-with-no-tests', ...touched.journeys]))
}
await runLane(...checks)
