import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { stopWithSignals } from '../checks/run-step.ts'
import { journeys, vitest } from '../checks/steps.ts'
import { add, NOTHING, reportOf, summary, type Tally } from '../checks/tally.ts'

const STEPS = {
  unit: (args: string[]) => vitest(['node', 'web'], args),
  full: (args: string[]) => vitest(['faults', 'pages'], args),
  backends: (args: string[]) => vitest(['backends'], args),
  journeys: (args: string[]) => journeys(['journeys'], args),
  long: (args: string[]) => journeys(['long'], args),
}
type Step = keyof typeof STEPS

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'unit,journeys' },
    burners: { type: 'string', default: '2' },
  },
  allowPositionals: true,
})
const names = values.only.split(',')
const unknown = names.find((name) => !Object.hasOwn(STEPS, name))
const numbers = [values.rounds, values.burners].map(Number)
if (unknown !== undefined || !numbers.every(Number.isInteger)) {
  const wrong = unknown === undefined ? 'A number is wrong' : `There is no step "${unknown}"`
  process.stderr.write(`${wrong}. See npm run test:stress -- --help.\n`)
  process.exit(2)
}
const [count = 0, burners = 0] = numbers

stopWithSignals()
Array.from({ length: burners }, () => new Worker('for (;;);', { eval: true }))
const rounds: Tally[] = []
for (let round = 1; round <= count; round += 1) {
  let tally = NOTHING
  for (const name of names) tally = add(tally, await STEPS[name as Step](positionals)())
  process.stdout.write(`\nRound ${round}: ${summary(tally)}\n`)
  rounds.push(tally)
}
process.stdout.write(`\n${reportOf(rounds)}\n`)
process.exit(rounds.every(({ failed }) => failed === 0) ? 0 : 1)
