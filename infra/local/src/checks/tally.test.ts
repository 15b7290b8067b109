import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDir } from '../testing/launched.ts'
import { runStep } from './run-step.ts'
import { settle, summary, tallyPlaywright, tallyVitest } from './tally.ts'

async function report(content: unknown) {
  const file = path.join(await temporaryDir(), 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

it('counts the tests of Vitest, and a file that could not be loaded as one failure', async () => {
  const file = await report({
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
      {
        status: 'failed',
        assertionResults: [{ status: 'passed' }, { status: 'failed' }, { status: 'failed' }],
      },
      { status: 'failed', assertionResults: [] },
    ],
  })
  expect(tallyVitest(file)).toEqual({ passed: 2, failed: 3 })
})

it('counts the journeys of Playwright, with those that passed only when tried again as failures', async () => {
  const file = await report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] })
  expect(tallyPlaywright(file)).toEqual({ passed: 4, failed: 3 })
})

it('counts a step that failed without naming a failure as one', () => {
  expect(settle({ passed: 3, failed: 0 }, 1)).toEqual({ passed: 3, failed: 1 })
  expect(settle({ passed: 3, failed: 2 }, 1)).toEqual({ passed: 3, failed: 2 })
  expect(summary(settle({ passed: 3, failed: 0 }, 0))).toBe('3 passed, 0 failed')
})

const silent = () => ({ name: 'A runner', program: process.execPath, args: ['-e', '0'], tally: tallyVitest })

it('counts a runner that left no report as a failure, even if it ended well', async () => {
  expect(await runStep(silent)).toEqual({ passed: 0, failed: 1 })
})
