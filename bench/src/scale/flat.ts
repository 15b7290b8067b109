import { report } from '../report.ts'
import { readSample, scriptLike } from './sample.ts'
import { openSilentStand, type SilentStand, type Taken } from './silent-stand.ts'

/** Scripts of different users that are narrated concurrently, and repetitions. */
const STEPS = [
  { scripts: 1, rounds: 5 },
  { scripts: 10, rounds: 1 },
  { scripts: 100, rounds: 1 },
  { scripts: 1_000, rounds: 1 },
]
/** Fifteen pages. */
const LINES = 300
/** Waiting clips that are made. */
const MADE = 3_000
const WARM_UP = 1_500
/** Allowed ratio between the cost of a clip among a thousand scripts and in one. */
const FLAT = 1.5

type Cost = { scripts: number; planned: number; made: number; plan: Taken; make: Taken; memory: number }

/** The platform's own cost of a clip, without speech, as more scripts are narrated concurrently. */
export async function flat(): Promise<void> {
  const { texts } = await readSample()
  const costs: Cost[] = []
  for (const { scripts, rounds } of STEPS) {
    await using stand = await openSilentStand()
    stand.harness.scripts.scripts.set('warm', scriptLike(texts, WARM_UP, 'warm'))
    stand.speak()
    await stand.harness.plan('warm')
    await stand.planned()
    await stand.madeDownTo(0)
    const all: Cost[] = []
    for (let round = 0; round < rounds; round += 1)
      all.push(await narrate(stand, texts, { scripts, name: `r${round}` }))
    costs.push(sumOf(all))
    print(costs.at(-1)!)
  }
  const first = costs[0]!
  const last = costs.at(-1)!
  const times = (of: (cost: Cost) => number) => of(last) / of(first)
  report(`a clip among ${last.scripts} scripts, times one of a single script: planning`, times(planMs), '×', {
    limit: FLAT,
  })
  report(`a clip among ${last.scripts} scripts, times one of a single script: making`, times(makeMs), '×', {
    limit: FLAT,
  })
}

async function narrate(
  stand: SilentStand,
  texts: readonly string[],
  { scripts, name }: { scripts: number; name: string },
): Promise<Cost> {
  const ids = Array.from({ length: scripts }, (_, n) => `${name}-${n}`)
  for (const id of ids) stand.harness.scripts.scripts.set(id, scriptLike(texts, LINES, `owner-of-${id}`))
  stand.hold()
  const before = await stand.meter.use()
  const plan = await stand.measure(async () => {
    for (const id of ids) await stand.harness.plan(id)
    await stand.planned()
  })
  const planned = await stand.waiting()
  const { memory } = await stand.meter.use()
  const left = Math.max(0, planned - MADE)
  const make = await stand.measure(async () => {
    stand.speak()
    await stand.madeDownTo(left)
  })
  return { scripts, planned, made: planned - left, plan, make, memory: memory - before.memory }
}

function sumOf(costs: readonly Cost[]): Cost {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0)
  const taken = (of: (cost: Cost) => Taken): Taken => ({
    wall: sum((cost) => of(cost).wall),
    worker: sum((cost) => of(cost).worker),
    redis: sum((cost) => of(cost).redis),
    scripts: sum((cost) => of(cost).scripts),
    commands: sum((cost) => of(cost).commands),
  })
  return {
    scripts: costs[0]!.scripts,
    planned: sum(({ planned }) => planned),
    made: sum(({ made }) => made),
    plan: taken(({ plan }) => plan),
    make: taken(({ make }) => make),
    memory: sum(({ memory }) => memory),
  }
}

/** CPU time of one clip in all processes, ms. */
const planMs = ({ plan, planned }: Cost) => ((plan.worker + plan.redis + plan.scripts) * 1_000) / planned
const makeMs = ({ make, made }: Cost) => ((make.worker + make.redis + make.scripts) * 1_000) / made

/** CPU time per clip by process, ms. */
const eachOf = ({ worker, redis, scripts }: Taken, count: number) =>
  [worker, redis, scripts].map((seconds) => ((seconds * 1_000) / count).toFixed(2)).join(' + ')

function print(cost: Cost): void {
  const { scripts, planned, made, plan, make, memory } = cost
  const name = `${scripts} script${scripts === 1 ? '' : 's'}`
  process.stdout.write(`${name}, ${planned} clips planned, ${made} made; CPU: worker + Redis + scripts, ms\n`)
  report(`${name}: planning a clip (${eachOf(plan, planned)})`, planMs(cost), 'ms of CPU')
  report(`${name}: making a clip (${eachOf(make, made)})`, makeMs(cost), 'ms of CPU')
  report(`${name}: commands of Redis to plan a clip`, plan.commands / planned, '')
  report(`${name}: commands of Redis to make a clip`, make.commands / made, '')
  report(`${name}: Redis keeps of a clip that waits`, memory / planned, 'bytes')
}
