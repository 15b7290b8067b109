import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { temporaryDir } from '../testing/launched.ts'
import { check } from './run-step.ts'
import {
  failure,
  NOTHING,
  reportOf,
  settle,
  tallyPlaywright,
  tallyVitest,
  verdict,
  type Tally,
} from './tally.ts'

async function report(content: unknown) {
  const file = path.join(await temporaryDir(), 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

const result = (status: string) => ({ status, fullName: `a test that ${status}` })
const spec = (status: string) => ({
  file: 'a.spec.ts',
  title: status,
  tests: [{ status, results: [{ duration: 1_500 }] }],
})
const round = (...failures: string[]) => ({ ...NOTHING, passed: 10, failed: failures.length, failures })

const ran = (name: string, status: string, ...statuses: string[]) => ({
  startTime: 1_000,
  endTime: 3_500,
  name: `${ROOT}/${name}`,
  status,
  assertionResults: statuses.map(result),
})

test('counts and names the tests of Vitest, and a file that could not be loaded as one failure', async () => {
  const file = await report({
    testResults: [
      ran('a.ts', 'passed', 'passed', 'skipped'),
      ran('b.ts', 'failed', 'passed', 'failed'),
      ran('c.ts', 'failed'),
    ],
  })
  expect(tallyVitest(file)).toEqual({
    passed: 2,
    failed: 2,
    failures: ['b.ts: a test that failed', 'c.ts'],
    files: ['a.ts', 'b.ts', 'c.ts'].map((name) => [name, 2.5]),
  })
})

test('counts the journeys of Playwright, with those that passed only when tried again as failures', async () => {
  const file = await report({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{}],
    suites: [{ specs: [spec('expected'), spec('flaky')], suites: [{ specs: [spec('unexpected')] }] }],
  })
  expect(tallyPlaywright(file)).toEqual({
    passed: 4,
    failed: 3,
    failures: ['a.spec.ts: flaky', 'a.spec.ts: unexpected', 'an error outside the journeys'],
    files: [['a.spec.ts', 4.5]],
  })
})

test('counts what failed without naming a failure as one', () => {
  const well = { ...NOTHING, passed: 3 }
  const ill = { ...NOTHING, passed: 3, failed: 1, failures: ['a'] }
  expect(settle(well, true, 'Lint')).toEqual({ ...NOTHING, passed: 3, failed: 1, failures: ['Lint'] })
  expect(settle(ill, true, 'Lint')).toEqual(ill)
  expect(verdict(settle(well, false, 'Lint'))).toBe('3 passed, 0 failed')
})

test('names the slowest files and what failed above the sum', () => {
  const files: Tally['files'] = [
    ['quick.ts', 0.5],
    ['slow.ts', 61.25],
  ]
  expect(verdict({ passed: 3, failed: 2, failures: ['a', 'b'], files })).toBe(
    '   61.3 s  slow.ts\n    0.5 s  quick.ts\nfailed: a\nfailed: b\n3 passed, 2 failed',
  )
})

test('counts a runner that left no report as a failure, even if it ended well', async () => {
  const silent = { name: 'A runner', program: process.execPath, args: ['-e', '0'], tally: tallyVitest }
  expect(await check(silent)()).toEqual(failure('A runner'))
})

test('says of several rounds which tests failed, and how often', () => {
  expect(reportOf([round('a'), round('b', 'a'), round()])).toBe(
    ['failed in 2 of 3 rounds: a', 'failed in 1 of 3 rounds: b', '30 passed, 3 failed'].join('\n'),
  )
})
