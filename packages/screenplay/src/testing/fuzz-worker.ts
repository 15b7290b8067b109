import { parentPort, workerData } from 'node:worker_threads'
import { allFiles } from './fixture-files.ts'
import { checkAnnotated } from './check-annotate.ts'
import { checkParse } from './check-parse.ts'
import { mutant } from './mutate.ts'

/** `progress` is shared memory with the number of the current file. */
export type FuzzOrder = { seed: number; from: number; until: number; count: number; progress: Int32Array }
export type FuzzReport = {
  tried: number
  outcomes: Record<string, number>
  slowest: number
  failure: string | undefined
}

const { seed, from, until, count, progress } = workerData as FuzzOrder
/** Notes are not added to every line, so that most of the time is spent on reading. */
const LINES_PER_NOTE = 5
const files = [...allFiles().values()]
const outcomes: Record<string, number> = {}
let slowest = 0
let tried = 0
let failure: string | undefined

while (tried < count && Date.now() < until && failure === undefined) {
  const iteration = from + tried++
  const bytes = mutant(files, seed, iteration)
  Atomics.store(progress, 0, iteration)
  const start = performance.now()
  try {
    const outcome = checkParse(bytes)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (outcome === 'read') checkAnnotated(bytes, LINES_PER_NOTE)
  } catch (error) {
    failure = `file ${iteration}: ${error instanceof Error ? error.stack : String(error)}`
  }
  slowest = Math.max(slowest, performance.now() - start)
}
const report: FuzzReport = { tried, outcomes, slowest, failure }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(report)
