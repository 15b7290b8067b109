import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isAlive, messageOf } from '../failure.ts'
import { ROOT } from '../paths.ts'
import { ensureWebBuilt } from '../web-build.ts'
import { check, type Check } from './run-step.ts'
import { add, failure, NOTHING, tallyPlaywright, tallyVitest } from './tally.ts'

export const STATIC: readonly Check[] = [
  check({ name: 'Lint', program: 'oxlint', args: ['--deny-warnings'] }),
  check({
    name: 'Words',
    program: process.execPath,
    args: [path.join(import.meta.dirname, 'plain-words.ts')],
  }),
  check({ name: 'Formatting', program: 'prettier', args: ['--check', '--log-level', 'warn', '.'] }),
  ...['node', 'browser-tests', 'web'].map((part) =>
    check({ name: `Types: ${part}`, program: 'tsc', args: ['--noEmit', '-p', `tsconfig.${part}.json`] }),
  ),
]

/** Downloads the model once per user; without a network, tests of the real model are skipped. */
export const naturalVoices = check({
  name: 'Natural voices',
  program: process.execPath,
  args: [path.join(ROOT, 'packages/kokoro/src/model/main.ts')],
})

/** Projects of vitest.config.ts, with further Vitest arguments. */
export const vitest = (projects: readonly string[], args: readonly string[] = []): Check =>
  check((report) => ({
    name: `Vitest: ${projects.join(', ')}`,
    program: 'vitest',
    args: [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      `--reporter=${path.join(import.meta.dirname, 'vitest-report.ts')}`,
      `--outputFile.json=${report}`,
      ...args,
    ],
    tally: tallyVitest,
  }))

/** Builds the web part concurrently with another check that mostly waits for processes and servers. */
export const withWebBuild =
  (other: Check): Check =>
  async () =>
    (await Promise.all([other(), buildWeb()])).reduce(add)

const buildWeb: Check = async () => {
  try {
    await ensureWebBuilt((line) => process.stdout.write(`${line}\n`))
    return NOTHING
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    return failure('Web build')
  }
}

const RESULTS = path.join(ROOT, 'e2e/test-results')

/** A folder per run, because two runs may be concurrent; folders of earlier runs are deleted. */
function journeyResults(): string {
  for (const name of existsSync(RESULTS) ? readdirSync(RESULTS) : [])
    if (!isAlive(Number(name))) rmSync(path.join(RESULTS, name), { recursive: true, force: true })
  return path.join(RESULTS, String(process.pid))
}

/** Projects of e2e/playwright.config.ts, with further Playwright arguments. */
export const journeys = (projects: readonly ('journeys' | 'long')[], args: readonly string[] = []): Check =>
  check((report) => ({
    name: `Playwright: ${projects.join(', ')}`,
    program: 'playwright',
    args: [
      'test',
      ...projects.map((project) => `--project=${project}`),
      `--output=${journeyResults()}`,
      ...args,
    ],
    cwd: path.join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    tally: tallyPlaywright,
  }))
