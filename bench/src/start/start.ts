import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { report, reportMedian, timed } from '../report.ts'
import { npmStart } from './npm-start.ts'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
const RUNS = 3

export async function ready(): Promise<void> {
  const runs: number[] = []
  await startToReady(ROOT)
  for (let run = 0; run < RUNS; run += 1) runs.push(await startToReady(ROOT))
  reportMedian('installed tree to Ready', runs, 'ms', { limit: 10_000 })
}

export async function rebuild(): Promise<void> {
  for (const remote of ['landing', 'dashboard', 'reader']) {
    const builds: number[] = []
    for (let run = 0; run < RUNS; run += 1) builds.push(await timed(() => build(remote)))
    reportMedian(`rebuild of ${remote}`, builds, 'ms', { limit: 5_000 })
  }
}

export async function clone(): Promise<void> {
  const folder = await temporaryFolder('andscene-clone')
  execFileSync('git', ['clone', '--quiet', ROOT, folder.path])
  report('fresh clone to Ready', await startToReady(folder.path), 'ms', { limit: 300_000 })
  await folder.remove()
}

/** Milliseconds from `npm start` in `folder` to the line `Ready:`. */
async function startToReady(folder: string): Promise<number> {
  const { readyMs, stop } = await npmStart(folder)
  await stop()
  return readyMs
}

function build(remote: string): void {
  execFileSync('npx', ['nx', 'build', `@andscene/${remote}`, '--skip-nx-cache', '--output-style=static'], {
    cwd: ROOT,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    stdio: 'ignore',
  })
}
