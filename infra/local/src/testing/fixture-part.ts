// A small process instead of a service, for the launcher's tests. FIXTURE selects its misbehavior.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

const how = process.env['FIXTURE']
const folder = process.env['FIXTURE_DATA'] ?? ''
if (how === 'writes') {
  mkdirSync(path.join(folder, 'web/host'), { recursive: true })
  writeFileSync(path.join(folder, 'web/host/index.html'), 'x')
  writeFileSync(path.join(folder, 'one.sqlite'), 'x')
}
if (how === 'dies immediately') {
  process.stderr.write('the database is of another version\n')
  process.exit(3)
}
if (how === 'deaf') {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
} else {
  process.on('disconnect', () => process.exit(0))
}
// A child process that would outlive its parent.
const child = how === 'deaf' ? spawn('sleep', ['600'], { stdio: 'ignore' }) : undefined

// Identity's response about the demo account.
const signedIn = how === 'demo is there' ? { idToken: 't' } : undefined

if (how === 'silent') {
  process.stdout.write('never ready\n')
  setInterval(() => undefined, 60_000)
} else
  createServer((_request, response) =>
    response.end(JSON.stringify({ pid: process.pid, child: child?.pid, ...signedIn })),
  ).listen(Number(process.env['PORT']), '127.0.0.1')
