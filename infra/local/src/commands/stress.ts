// npm run test:stress: the tests again and again beside a platform that runs and threads that take a core each (USAGE).
import { parseArgs } from 'node:util'
import { burnCores, startedPlatform } from '../checks/burden.ts'
import { reportOf } from '../checks/rounds.ts'
import { stopWithSignals } from '../checks/run-step.ts'
import { journeys, vitest } from '../checks/steps.ts'
import { add, NOTHING, summary, type Tally } from '../checks/tally.ts'
import { integer } from '../settings.ts'

const STEPS = {
  unit: (args: string[]) => vitest(['node', 'web'], args),
  full: (args: string[]) => vitest(['faults', 'pages'], args),
  backends: (args: string[]) => vitest(['backends'], args),
  journeys: (args: string[]) => journeys(['journeys'], args),
  long: (args: string[]) => journeys(['long'], args),
}

const USAGE = `npm run test:stress -- [--rounds 5] [--only unit,full,backends,journeys,long] [--burners 1] [FILE...]
FILE... goes to the runners, to run some tests only; without --only these are unit and journeys.
`

const {
  values: { help, only, ...numbers },
  positionals,
} = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'unit,journeys' },
    burners: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
if (help) {
  process.stdout.write(USAGE)
  process.exit(0)
}
const names = only.split(',')
const unknown = names.find((name) => !Object.hasOwn(STEPS, name))
if (unknown !== undefined) {
  process.stderr.write(`There is no step "${unknown}".\n${USAGE}`)
  process.exit(1)
}
const steps = names.map((name) => STEPS[name as keyof typeof STEPS])

const [count, burners] = [integer(numbers, 'rounds', 5, 1_000), integer(numbers, 'burners', 1, 64)]

stopWithSignals()
const endPlatform = await startedPlatform()
const endBurning = burnCores(burners)
const rounds: Tally[] = []
for (let round = 1; round <= count; round += 1) {
  let tally = NOTHING
  for (const step of steps) tally = add(tally, await step(positionals)())
  process.stdout.write(`\nRound ${round}: ${summary(tally)}\n`)
  rounds.push(tally)
}
await endBurning()
await endPlatform()
process.stdout.write(`\n${reportOf(rounds)}\n`)
process.exit(rounds.every(({ failed }) => failed === 0) ? 0 : 1)
