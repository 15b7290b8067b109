// npm run test:stress [-- --rounds 5 --only unit,journeys --burners 1 FILE...]: the tests again and again beside a platform
// that runs and threads that take a core each. FILE... goes to the runners, to run some tests only.
import { parseArgs } from 'node:util'
import { burnCores, startedPlatform } from '../checks/burden.ts'
import { reportOf } from '../checks/rounds.ts'
import { runStep, stopWithSignals } from '../checks/run-step.ts'
import { backends, journeys, units } from '../checks/steps.ts'
import { add, NOTHING, summary, type Tally } from '../checks/tally.ts'
import { integer } from '../settings.ts'

const STEPS = {
  unit: units,
  journeys: (args: string[]) => journeys('journeys', args),
  long: (args: string[]) => journeys('long', args),
  backends,
}

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'unit,journeys' },
    burners: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const wanted = values.only.split(',')
const steps = wanted.map((name) => STEPS[name as keyof typeof STEPS])
if (!steps.every(Boolean)) {
  process.stderr.write(`--only takes some of ${Object.keys(STEPS).join(',')}, not "${values.only}".\n`)
  process.exit(1)
}

stopWithSignals()
const endPlatform = await startedPlatform()
const endBurning = burnCores(integer(values, 'burners', 1, 64))
const rounds: Tally[] = []
for (let round = 1; round <= integer(values, 'rounds', 5, 1_000); round += 1) {
  let tally = NOTHING
  for (const step of steps) tally = add(tally, await runStep(step(positionals)))
  process.stdout.write(`\nRound ${round}: ${summary(tally)}\n`)
  rounds.push(tally)
}
await endBurning()
await endPlatform()
process.stdout.write(`\n${reportOf(rounds)}\n`)
process.exit(rounds.every(({ failed }) => failed === 0) ? 0 : 1)
