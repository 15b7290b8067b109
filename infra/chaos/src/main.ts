// npm run chaos [-- --only NAME,NAME] [--log FILE]: each fault on real processes, one after the other; then what became of
// requests and clips, as a table. Exit code 1 when one is bad.
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Row } from './fault.ts'
import { clock } from './faults/clock.ts'
import { diskFull } from './faults/disk-full.ts'
import { redisFailover } from './faults/redis-failover.ts'
import { redisKilled } from './faults/redis-killed.ts'
import { registryCut } from './faults/registry-cut.ts'
import { releases, releasesInS3 } from './faults/releases.ts'
import { restore } from './faults/restore.ts'
import { rollingRestart } from './faults/rolling-restart.ts'
import { storesRestarted } from './faults/stores-restarted.ts'
import { workers } from './faults/workers.ts'
import { runFault } from './run-fault.ts'
import { exitCodeOf, tableOf } from './table.ts'

const FAULTS = [
  rollingRestart,
  releases,
  releasesInS3,
  registryCut,
  workers,
  redisKilled,
  redisFailover,
  storesRestarted,
  diskFull,
  clock,
  restore,
]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: { only: { type: 'string' }, log: { type: 'string' }, help: { type: 'boolean', default: false } },
})
const names = values.only?.split(',') ?? FAULTS.map(({ name }) => name)
const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name))
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) say(`There is no ${unknown.join(', ')}.`)
  say('npm run chaos [-- --only NAME,NAME] [--log FILE]')
  for (const { name, tries } of FAULTS) say(`  ${name}: ${tries}`)
  process.exit(values.help ? 0 : 1)
}
// Tests fetch no natural voices unless they say so.
process.env['KOKORO'] ??= 'off'
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => ended.abort(new Error(`ended by ${signal}`)))
const log = values.log === undefined ? undefined : createWriteStream(values.log)

const rows: Row[] = []
for (const fault of FAULTS.filter(({ name }) => names.includes(name))) {
  if (ended.signal.aborted) break
  say(`\n=== ${fault.name}: ${fault.tries} ===`)
  const row = await runFault(fault, {
    signal: ended.signal,
    say,
    log: (line) => void log?.write(`${line}\n`),
  })
  rows.push(row)
  say(tableOf([row]))
}
say(`\n${tableOf(rows)}`)
process.exit(ended.signal.aborted ? 1 : exitCodeOf(rows))
