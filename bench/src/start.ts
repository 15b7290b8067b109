import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { report, reportMedian, timed } from './report.ts'
import { runParts } from './run-parts.ts'
import { memory } from './start/memory.ts'
import { npmStart } from './start/npm-start.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const RUNS = 3

await runParts({
  about: 'How long npm start takes, and the memory of the platform (--rest: also after ten idle minutes).',
  options: { rest: { type: 'boolean', default: false }, natural: { type: 'boolean', default: false } },
  parts: {
    ready: async () => {
      const ready: number[] = []
      await startToReady(ROOT)
      for (let run = 0; run < RUNS; run += 1) ready.push(await startToReady(ROOT))
      reportMedian('installed tree to Ready', ready, 'ms', { limit: 10_000 })
    },
    rebuild: async () => {
      for (const remote of ['landing', 'dashboard', 'reader']) {
        const builds: number[] = []
        for (let run = 0; run < RUNS; run += 1) builds.push(await timed(() => rebuild(remote)))
        reportMedian(`rebuild of ${remote}`, builds, 'ms', { limit: 5_000 })
      }
    },
    memory: (values) => memory(ROOT, values),
    clone: async () => {
      const clone = await temporaryFolder('andscene-clone')
      execFileSync('git', ['clone', '--quiet', ROOT, clone.path])
      report('fresh clone to Ready', await startToReady(clone.path), 'ms', { limit: 300_000 })
      await clone.remove()
    },
  },
  usual: ['ready', 'rebuild', 'memory'],
})

/** Milliseconds from `npm start` in `folder` to the line that says Ready. */
async function startToReady(folder: string): Promise<number> {
  const { readyMs, stop } = await npmStart(folder)
  await stop()
  return readyMs
}

function rebuild(remote: string): void {
  execFileSync('npx', ['nx', 'build', `@andscene/${remote}`, '--skip-nx-cache', '--output-style=static'], {
    cwd: ROOT,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    stdio: 'ignore',
  })
}
