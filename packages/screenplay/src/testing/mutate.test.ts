import { expect, test } from 'vitest'
import { allFiles } from './fixture-files.ts'
import { checkParse } from './check-parse.ts'
import { mutant } from './mutate.ts'

const files = [...allFiles().values()]

test('every valid file here is read', () => {
  expect([...allFiles()].map(([name, bytes]) => `${name} ${checkParse(bytes)}`)).toEqual(
    [...allFiles().keys()].map((name) => `${name} read`),
  )
})

test('the same seed and number make the same file, others another', () => {
  expect(mutant(files, 7, 3)).toEqual(mutant(files, 7, 3))
  expect(mutant(files, 7, 3)).not.toEqual(mutant(files, 7, 4))
  expect(mutant(files, 8, 3)).not.toEqual(mutant(files, 7, 3))
})

test('broken files are refused with a FdxError or read by the rules, and both happen', () => {
  const outcomes = new Set(
    Array.from({ length: 400 }, (_, number) => checkParse(mutant(files, 2026, number))),
  )
  for (const outcome of ['read', 'TRUNCATED', 'DAMAGED', 'ENCODING']) expect(outcomes).toContain(outcome)
})
