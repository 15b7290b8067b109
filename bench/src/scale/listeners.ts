import { report } from '../report.ts'
import { readSample, scriptLike } from './sample.ts'
import { openSilentStand, type SilentStand, type Taken } from './silent-stand.ts'

/** Concurrent listeners, each to a script of fifteen pages without clips. */
const STEPS = [10, 100, 1_000]
const LINES = 300
/** Listeners that move on by a line. */
const POSITIONS = 10
const ROUNDS = 10
/** Allowed ratio between the cost of a position among a thousand listeners and among ten. */
const FLAT = 1.5

/** The cost of a reported position as more users listen to scripts without clips. */
export async function listeners(): Promise<void> {
  const { texts } = await readSample()
  await using stand = await openSilentStand()
  let known = 0
  const costs: number[] = []
  for (const count of STEPS) {
    for (; known < count; known += 1) {
      stand.harness.scripts.scripts.set(idOf(known), scriptLike(texts, LINES, `owner-${known}`))
      await listen(stand, known, 0)
    }
    await stand.planned()
    const taken = await stand.measure(async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (let n = 0; n < POSITIONS; n += 1) await listen(stand, n, costs.length * ROUNDS + round)
        await stand.planned()
      }
    })
    costs.push(print(count, taken))
  }
  report('a position among the most, times one among the fewest', costs.at(-1)! / costs[0]!, '×', {
    limit: FLAT,
  })
}

const idOf = (n: number) => `heard-${n}`

const listen = ({ harness }: SilentStand, n: number, line: number) =>
  harness.plan(idOf(n), { reason: 'position', fromLineIndex: line })

function print(count: number, { worker, redis, scripts, commands }: Taken): number {
  const each = ((worker + redis + scripts) * 1_000) / (POSITIONS * ROUNDS)
  const redisMs = (redis * 1_000) / (POSITIONS * ROUNDS)
  report(`${count} listeners: a line further`, each, 'ms of CPU')
  report(`${count} listeners: of it Redis`, redisMs, 'ms of CPU')
  report(`${count} listeners: commands of Redis`, commands / (POSITIONS * ROUNDS), '')
  return each
}
