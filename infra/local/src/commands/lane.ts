// Runs a test lane (docs/testing.md): `lane.ts LANE [arguments of the runner]`.
import { affected } from '../checks/affected.ts'
import { runLane, type Check } from '../checks/run-step.ts'
import { withWebBuild, journeys, naturalVoices, STATIC, vitest } from '../checks/steps.ts'

const LANES: Readonly<Record<string, (args: string[]) => readonly Check[]>> = {
  test: () => [...STATIC, withWebBuild(vitest(['node', 'web'])), journeys(['journeys'], ['--grep=@core'])],
  full: () => [
    ...STATIC,
    naturalVoices,
    withWebBuild(vitest(['node', 'web', 'faults', 'pages'])),
    vitest(['backends']),
    journeys(['journeys']),
    // Runs last: it measures audio in real time.
    journeys(['long']),
  ],
  affected: affectedChecks,
  backends: (args) => [vitest(['backends'], args)],
  e2e: (args) => [journeys(['journeys'], args)],
  long: (args) => [journeys(['long'], args)],
}

const slow = (args: string[]) => [naturalVoices, vitest(['faults', 'pages'], args)]
const others = (args: string[]) => journeys(['journeys'], ['--grep-invert=@core', ...args])

function affectedChecks(): Check[] {
  const touched = affected(process.env)
  if (!touched) {
    process.stdout.write('Everything is tested: FULL=1, no base commit, or a large change.\n')
    return [...slow([]), others([]), journeys(['long'])]
  }
  process.stdout.write(`Affected: ${touched.projects.join(', ') || 'no workspace'}.\n`)
  const folders = touched.projects.map((name) => `/${name.replace(/^.*\//, '')}/src/`)
  return [
    ...(folders.length > 0 ? slow(['--passWithNoTests', ...folders]) : []),
    ...(touched.journeys.length > 0 ? [others(['--pass-with-no-tests', ...touched.journeys])] : []),
  ]
}

const [lane = '', ...args] = process.argv.slice(2)
await runLane(...LANES[lane]!(args))
