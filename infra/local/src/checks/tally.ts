import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths.ts'
import type { StrayError } from './vitest-report.ts'

/** Results of a runner's report; `failures` lists the names, `files` the seconds per test file. */
export type Tally = {
  passed: number
  failed: number
  failures: string[]
  files: [name: string, seconds: number][]
}

export const NOTHING: Tally = { passed: 0, failed: 0, failures: [], files: [] }
const SLOWEST = 20

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
  files: [...a.files, ...b.files],
})

export const failure = (name: string): Tally => ({ ...NOTHING, failed: 1, failures: [name] })

export const summary = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`

/** The last lines of a run: the slowest files, the failures, and the sum. */
export const verdict = (tally: Tally): string =>
  [
    ...tally.files
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, SLOWEST)
      .map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
    ...tally.failures.map((name) => `failed: ${name}`),
    summary(tally),
  ].join('\n')

/** Counts a step that failed as a whole as one failure called `name`, unless its report names failures. */
export const settle = (tally: Tally, hasFailed: boolean, name: string): Tally =>
  hasFailed && tally.failed === 0 ? add(tally, failure(name)) : tally

type VitestReport = {
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
  strays?: StrayError[]
}

/**
 * Reads the report of vitest-report.ts. A file that failed without a failed test (it could not be loaded) is one
 * failure, and so is each error outside tests.
 */
export function tallyVitest(file: string): Tally {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const strays = [...new Set((report.strays ?? []).map(nameOfStray))]
  let tally = { ...NOTHING, failed: strays.length, failures: strays }
  for (const { name, status, startTime, endTime, assertionResults } of report.testResults) {
    const source = path.relative(ROOT, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    const counted = {
      passed: assertionResults.filter((result) => result.status === 'passed').length,
      failed: failed.length,
      failures: failed.map(({ fullName }) => `${source}: ${fullName}`),
      files: [[source, (endTime - startTime) / 1_000]] satisfies Tally['files'],
    }
    tally = add(tally, settle(counted, status === 'failed', source))
  }
  return tally
}

function nameOfStray({ type, message = '', file, test }: StrayError): string {
  const place = file === undefined ? '' : `${path.relative(ROOT, file)}: `
  return `${place}${type ?? 'Error'}${test === undefined ? '' : ` during "${test}"`}: ${firstLine(message)}`
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { status: string; results: { duration: number }[] }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

/** Reads Playwright's JSON report; a test that passed only on retry counts as failed. */
export function tallyPlaywright(report: string): Tally {
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
  const specs = suites.flatMap(specsOf)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...specs
        .filter(({ tests }) => tests.some(({ status }) => /unexpected|flaky/.test(status)))
        .map(({ file, title }) => `${file}: ${title}`),
      ...errors.map(({ message = '' }) => `an error outside the journeys: ${firstLine(message)}`),
    ],
    files: Object.entries(Object.groupBy(specs, ({ file }) => file)).map(([file, own = []]) => [
      file,
      own
        .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
        .reduce((sum, { duration }) => sum + duration / 1_000, 0),
    ]),
  }
}

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Combines several rounds of the same tests: failed tests with their number of failures, most frequent first. */
export function reportOf(rounds: readonly Tally[]): string {
  const times = Object.groupBy(
    rounds.flatMap(({ failures }) => [...new Set(failures)]),
    (name) => name,
  )
  const lines = Object.values(times)
    .map((one = []) => [one[0]!, one.length] as const)
    .toSorted(([a, often], [b, oftener]) => oftener - often || a.localeCompare(b))
    .map(([name, count]) => `failed in ${count} of ${rounds.length} rounds: ${name}`)
  return [...lines, summary(rounds.reduce(add, NOTHING))].join('\n')
}
