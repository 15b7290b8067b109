// npm run chaos [-- --only NAME,NAME] [--log FILE]: runs the faults one after the other; exits with 1 if any result is
// bad.
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Row } from './fault.ts'
import { clock } from './faults/clock.ts'
import { diskFull } from './faults/disk-full.ts'
import { redisFailover, redisKilled } from './faults/redis.ts'
import { releases, releasesInS3 } from './faults/releases.ts'
import { rollingRestart } from './faults/rolling-restart.ts'
import { storesRestarted } from './faults/stores-restarted.ts'
import { runFault } from './run-fault.ts'

const FAULTS = [
  rollingRestart,
  releases,
  releasesInS3,
  redisKilled,
  redisFailover,
  storesRestarted,
  diskFull,
  clock,
]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({ options: { only: { type: 'string' }, log: { type: 'string' } } })
const all = FAULTS.map(({ name }) => name)
const names = values.only?.split(',') ?? all
const unknown = names.find((name) => !all.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`Unknown fault "${unknown}": use ${all.join(', ')}.\n`)
  process.exit(2)
}
process.env['KOKORO'] ??= 'off'
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => ended.abort(new Error(`stopped by ${signal}`)))
const log = values.log === undefined ? undefined : createWriteStream(values.log)

const rows: Row[] = []
for (const fault of FAULTS.filter(({ name }) => names.includes(name))) {
  if (ended.signal.aborted) break
  say(`\n=== ${fault.name}: ${fault.tries} ===`)
  const logLine = (line: string) => void log?.write(`${line}\n`)
  const row = await runFault(fault, { signal: ended.signal, say, log: logLine })
  rows.push(row)
  for (const line of [...(row.bad ?? []), row.said ?? '']) if (line) say(line)
}
console.table(
  Object.fromEntries(
    rows.map(({ name, requests, clips, seconds, verdict }) => [
      name,
      { ...requests, ...clips, seconds: Math.round(seconds), verdict },
    ]),
  ),
)
process.exit(rows.every(({ verdict }) => verdict !== 'BAD') && !ended.signal.aborted ? 0 : 1)
