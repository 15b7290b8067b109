import { expect, test } from 'vitest'
import { allFiles } from './fixture-files.ts'
import { checkParse } from './check-parse.ts'
import { mutant } from './mutate.ts'

const files = [...allFiles().values()]

test('reads every valid test file', () => {
  expect([...allFiles()].map(([name, bytes]) => `${name} ${checkParse(bytes)}`)).toEqual(
    [...allFiles().keys()].map((name) => `${name} read`),
  )
})

test('creates the same file for the same seed and number, and different files for others', () => {
  expect(mutant(files, 7, 3)).toEqual(mutant(files, 7, 3))
  expect(mutant(files, 7, 3)).not.toEqual(mutant(files, 7, 4))
  expect(mutant(files, 8, 3)).not.toEqual(mutant(files, 7, 3))
})

test('mutated files are either rejected with FdxError or read by the rules, and both occur', () => {
  const outcomes = new Set(
    Array.from({ length: 400 }, (_, number) => checkParse(mutant(files, 2026, number))),
  )
  for (const outcome of ['read', 'TRUNCATED', 'DAMAGED', 'ENCODING']) expect(outcomes).toContain(outcome)
})
