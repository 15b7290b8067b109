import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { temporaryDir } from '../testing/launched.ts'
import { check } from './run-step.ts'
import { vitest } from './steps.ts'
import { failure, NOTHING, settle, tallyPlaywright, tallyVitest, verdict } from './tally.ts'

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

const ran = (name: string, status: string, ...statuses: string[]) => ({
  startTime: 1_000,
  endTime: 3_500,
  name: `${ROOT}/${name}`,
  status,
  assertionResults: statuses.map(result),
})

test("counts and names Vitest's tests, and counts a file that could not be loaded as one failure", async () => {
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

test('counts and names an error outside tests, which fails a run whose tests pass', async () => {
  const folder = await temporaryDir()
  const file = path.join(folder, 'late.test.ts')
  await writeFile(
    file,
    `import { test } from ${JSON.stringify(import.meta.resolve('vitest'))}
     test('ends before its work', () => void Promise.reject(new Error('too late\\nat line 2')))
     test('waits', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
  )
  const { passed, failed, failures } = await vitest([], ['--root', folder])()
  expect({ passed, failed }).toEqual({ passed: 2, failed: 1 })
  expect(failures).toEqual([expect.stringMatching(/late\.test\.ts: Unhandled Rejection.*: too late$/)])
})

test("counts Playwright's journeys, and counts those that passed only on retry as failures", async () => {
  const file = await report({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no browser\nat line 1' }],
    suites: [{ specs: [spec('expected'), spec('flaky')], suites: [{ specs: [spec('unexpected')] }] }],
  })
  expect(tallyPlaywright(file)).toEqual({
    passed: 4,
    failed: 3,
    failures: ['a.spec.ts: flaky', 'a.spec.ts: unexpected', 'an error outside the journeys: no browser'],
    files: [['a.spec.ts', 4.5]],
  })
})

test('counts a failed step without a named failure as one failure', () => {
  const well = { ...NOTHING, passed: 3 }
  const ill = { ...NOTHING, passed: 3, failed: 1, failures: ['a'] }
  expect(settle(well, true, 'Lint')).toEqual({ ...NOTHING, passed: 3, failed: 1, failures: ['Lint'] })
  expect(settle(ill, true, 'Lint')).toEqual(ill)
  expect(verdict(settle(well, false, 'Lint'))).toBe('3 passed, 0 failed')
})

test('counts a runner without a report as a failure, even if it exited with 0', async () => {
  const silent = { name: 'A runner', program: process.execPath, args: ['-e', '0'], tally: tallyVitest }
  expect(await check(silent)()).toEqual(failure('A runner'))
})
