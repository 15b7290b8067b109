import { readFileSync } from 'node:fs'

/** What a runner's own report says. */
export type Tally = { passed: number; failed: number }

export const NOTHING: Tally = { passed: 0, failed: 0 }

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
})

/** The last line of every run. */
export const summary = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`

/** A step that failed counts as one failure, unless its report names failures already. */
export function settle(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

type VitestReport = {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Vitest's JSON report; a file that failed without a failed test in it (it could not be loaded) is one failure. */
export function tallyVitest(file: string): Tally {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  let tally = NOTHING
  for (const { status, assertionResults } of report.testResults) {
    const count = (wanted: string) => assertionResults.filter((result) => result.status === wanted).length
    tally = add(
      tally,
      settle({ passed: count('passed'), failed: count('failed') }, status === 'failed' ? 1 : 0),
    )
  }
  return tally
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/** Playwright's JSON report; a test that passed only when tried again has failed. */
export function tallyPlaywright(file: string): Tally {
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}
