import { Worker } from 'node:worker_threads'
import type { FuzzOrder, FuzzReport } from './fuzz-worker.ts'

// npm run fuzz:fdx -- [seconds] [seed] [number]: reads mutated copies of valid files; with a number, only that copy.

/** Time limit for reading or rejecting a file. */
const LONGEST_PARSE_MS = 5_000
const DEFAULT_SECONDS = 30

const [seconds = DEFAULT_SECONDS, seed = Date.now() % 2 ** 31, only] = process.argv.slice(2).map(Number)
if (![seconds, seed, only ?? 0].every((value) => Number.isFinite(value) && value >= 0)) {
  console.error('Usage: npm run fuzz:fdx -- [seconds] [seed] [number]')
  process.exit(2)
}
console.log(`seed ${seed}, ${only === undefined ? `${seconds} s` : `file ${only} alone`}`)

const progress = new Int32Array(new SharedArrayBuffer(4)).fill(-1)
const order: FuzzOrder = {
  seed,
  from: only ?? 0,
  until: Date.now() + (only === undefined ? seconds * 1_000 : LONGEST_PARSE_MS),
  count: only === undefined ? Infinity : 1,
  progress,
}
const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), { workerData: order })

const fail = (what: string) => {
  console.error(`FAILED: ${what}`)
  console.error(`Again: npm run fuzz:fdx -- 0 ${seed} ${Math.max(0, Atomics.load(progress, 0))}`)
  process.exit(1)
}

let watched = -1
const watch = setInterval(() => {
  const now = Atomics.load(progress, 0)
  if (now === watched && now >= 0) fail(`file ${now} took longer than ${LONGEST_PARSE_MS} ms`)
  watched = now
}, LONGEST_PARSE_MS)

worker.once('error', (error: unknown) =>
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
)
worker.once('message', ({ tried, outcomes, slowest, failure }: FuzzReport) => {
  clearInterval(watch)
  if (failure !== undefined) fail(failure)
  console.log(`${tried} files, slowest ${slowest.toFixed(0)} ms: ${JSON.stringify(outcomes)}`)
})
