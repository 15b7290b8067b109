import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths.ts'
import type { Step } from './run-step.ts'
import { tallyPlaywright, tallyVitest } from './tally.ts'

const nxQuietly = { NX_DAEMON: 'false', NX_TUI: 'false' }

export const lint = (): Step => ({ name: 'Lint', program: 'oxlint', args: ['--deny-warnings'] })

export const formatting = (): Step => ({
  name: 'Formatting',
  program: 'prettier',
  args: ['--check', '--log-level', 'warn', '.'],
})

export const types = (): Step => ({
  name: 'Types',
  program: 'nx',
  args: ['run-many', '-t', 'typecheck', '--output-style=static'],
  env: nxQuietly,
})

/** Fetches them once for this user; without a network the tests of the real model are left out. */
export const naturalVoices = (): Step => ({
  name: 'Natural voices',
  program: process.execPath,
  args: [path.join(ROOT, 'services/tts/src/speech/kokoro/model/main.ts')],
})

export const units = (args: string[] = []) => vitest('Unit tests', ['node', 'web'], args)

export const backends = (args: string[] = []) =>
  vitest('Contract suites on real servers, and checks by tools built with Go', ['backends'], args)

const vitest =
  (name: string, projects: string[], args: string[]) =>
  (report: string): Step => ({
    name,
    program: 'vitest',
    args: [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    tally: tallyVitest,
  })

const RESULTS = path.join(ROOT, 'e2e/test-results')

/** A folder of this run's own, because two may run at once; those of runs that are over are cleared away. */
function journeyResults(): string {
  for (const name of existsSync(RESULTS) ? readdirSync(RESULTS) : [])
    if (!isRunning(Number(name))) rmSync(path.join(RESULTS, name), { recursive: true, force: true })
  return path.join(RESULTS, String(process.pid))
}

function isRunning(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The browser journeys, or those of them that take long. */
export const journeys =
  (project: 'journeys' | 'long', args: string[] = []) =>
  (report: string): Step => ({
    name: project === 'long' ? 'Long journeys' : 'Journeys',
    program: 'playwright',
    args: ['test', `--project=${project}`, `--output=${journeyResults()}`, ...args],
    cwd: path.join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    tally: tallyPlaywright,
  })
