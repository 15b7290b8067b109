import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import { expect, test } from 'vitest'
import { uploadProblem } from './validate-file.ts'

const file = (name: string, size = 1_000) => ({ name, size })

test.each(['script.fdx', 'SCRIPT.FDX', 'Act.One.FdX', 'Ночь.fdx'])(
  'product §5 accepts the name %s',
  (name) => {
    expect(uploadProblem([file(name)])).toBeNull()
  },
)

test.each(['script.pdf', 'fdx', 'script.fdx.zip', ''])('product §5 refuses the name %s', (name) => {
  expect(uploadProblem([file(name)])).toBe('Please select a FinalDraft (.fdx) file')
})

test('product §5 rejects a file of 10 MB or more, and takes one a byte smaller', () => {
  expect(uploadProblem([file('a.fdx', UPLOAD_LIMIT_BYTES)])).toBe('File size must be less than 10MB')
  expect(uploadProblem([file('a.fdx', UPLOAD_LIMIT_BYTES - 1)])).toBeNull()
})

test('product §5 takes a single file', () => {
  expect(uploadProblem([file('a.fdx'), file('b.fdx')])).toBe('Please select a single file')
})
