// npm run bench -- start [--clone]: how long a person waits before the product is there.
import { freePort } from '@andscene/service-kit/free-port'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { median, report } from './report.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const RUNS = 3

/** Milliseconds from `npm start` in `folder` to the line that says Ready. */
async function startToReady(folder: string): Promise<number> {
  const data = await temporaryFolder('andscene-bench')
  const begin = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: `${await freePort()}`, DATA_DIR: data.path, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let ready: number | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Ready:')) continue
    ready = performance.now() - begin
    break
  }
  child.stdout.resume()
  if (child.pid !== undefined && child.exitCode === null) {
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  await data.remove()
  if (ready === undefined) throw new Error('npm start ended before it was ready')
  return ready
}

/** Milliseconds to build one remote whose sources changed. */
function rebuild(remote: string): number {
  const begin = performance.now()
  execFileSync('npx', ['nx', 'build', `@andscene/${remote}`, '--skip-nx-cache', '--output-style=static'], {
    cwd: ROOT,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    stdio: 'ignore',
  })
  return performance.now() - begin
}

const ready: number[] = []
await startToReady(ROOT)
for (let run = 0; run < RUNS; run += 1) ready.push(await startToReady(ROOT))
report('installed tree to Ready', median(ready), 'ms', { limit: 10_000, runs: ready })

for (const remote of ['landing', 'dashboard', 'reader']) {
  const builds = Array.from({ length: RUNS }, () => rebuild(remote))
  report(`rebuild of ${remote}`, median(builds), 'ms', { limit: 5_000, runs: builds })
}

if (process.argv.includes('--clone')) {
  const clone = await temporaryFolder('andscene-clone')
  execFileSync('git', ['clone', '--quiet', ROOT, clone.path])
  report('fresh clone to Ready', await startToReady(clone.path), 'ms', { limit: 300_000 })
  await clone.remove()
}
