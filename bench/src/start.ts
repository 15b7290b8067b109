// npm run bench -- start [ready] [rebuild] [memory] [--rest] [--natural] [--clone]: how long a person waits before the product
// is there, and how much memory it takes; `--rest` also ten minutes after its last work, `--natural` with the natural voices.
// Without names all three.
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { median, report } from './report.ts'
import { memory } from './start/memory.ts'
import { npmStart } from './start/npm-start.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const RUNS = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rest: { type: 'boolean', default: false },
    natural: { type: 'boolean', default: false },
    clone: { type: 'boolean', default: false },
  },
})

/** Milliseconds from `npm start` in `folder` to the line that says Ready. */
async function startToReady(folder: string): Promise<number> {
  const { readyMs, stop } = await npmStart(folder)
  await stop()
  return readyMs
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

const parts: Record<string, () => Promise<void>> = {
  ready: async () => {
    const ready: number[] = []
    await startToReady(ROOT)
    for (let run = 0; run < RUNS; run += 1) ready.push(await startToReady(ROOT))
    report('installed tree to Ready', median(ready), 'ms', { limit: 10_000, runs: ready })
  },
  rebuild: async () => {
    for (const remote of ['landing', 'dashboard', 'reader']) {
      const builds = Array.from({ length: RUNS }, () => rebuild(remote))
      report(`rebuild of ${remote}`, median(builds), 'ms', { limit: 5_000, runs: builds })
    }
  },
  memory: () => memory(ROOT, values),
}
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  await part()
}

if (values.clone) {
  const clone = await temporaryFolder('andscene-clone')
  execFileSync('git', ['clone', '--quiet', ROOT, clone.path])
  report('fresh clone to Ready', await startToReady(clone.path), 'ms', { limit: 300_000 })
  await clone.remove()
}
