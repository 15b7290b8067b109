import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths.ts'

/** What a runner's own report says; `failures` names what failed, where the report does. */
export type Tally = { passed: number; failed: number; failures: string[] }

export const NOTHING: Tally = { passed: 0, failed: 0, failures: [] }

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
})

/** Something that failed as a whole. */
export const failure = (name: string): Tally => ({ passed: 0, failed: 1, failures: [name] })

/** The last line of every run. */
export const summary = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`

/** The last lines of a run: what failed by its name, and the sum. */
export const verdict = (tally: Tally): string =>
  [...tally.failures.map((name) => `failed: ${name}`), summary(tally)].join('\n')

/** What failed as a whole counts as one failure under `name`, unless its report names failures already. */
export const settle = (tally: Tally, hasFailed: boolean, name: string): Tally =>
  hasFailed && tally.failed === 0 ? add(tally, failure(name)) : tally

type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Vitest's JSON report; a file that failed without a failed test in it (it could not be loaded) is one failure. */
export function tallyVitest(file: string): Tally {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  let tally = NOTHING
  for (const { name, status, assertionResults } of report.testResults) {
    const source = path.relative(ROOT, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    const counted = {
      passed: assertionResults.filter((result) => result.status === 'passed').length,
      failed: failed.length,
      failures: failed.map(({ fullName }) => `${source}: ${fullName}`),
    }
    tally = add(tally, settle(counted, status === 'failed', source))
  }
  return tally
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { status: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
}

/** Playwright's JSON report; a test that passed only when tried again has failed. */
export function tallyPlaywright(file: string): Tally {
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [...suites.flatMap(failedSpecs), ...errors.map(() => 'an error outside the journeys')],
  }
}

function failedSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => /unexpected|flaky/.test(status)))
  return [...failed.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(failedSpecs)]
}
