import { expect, test } from 'vitest'
import { draftSearch, readDraftAddress } from './draft-address.ts'

test('reads which draft is open and which changes are shown', () => {
  expect(readDraftAddress('?draft=5&changes=3&only=')).toEqual({
    draft: 5,
    areChangesShown: true,
    since: 3,
    isOnly: true,
  })
  expect(readDraftAddress('?changes')).toMatchObject({ areChangesShown: true, since: undefined })
  expect(readDraftAddress('')).toMatchObject({ draft: undefined, areChangesShown: false, isOnly: false })
  expect(readDraftAddress('?only=')).toMatchObject({ areChangesShown: false, isOnly: false })
})

test('ignores numbers that no draft can have', () => {
  for (const text of ['0', '-1', '1e3', '5x', '9999999', ''])
    expect(readDraftAddress(`?draft=${text}&changes=${text}`)).toMatchObject({
      draft: undefined,
      since: undefined,
    })
})

test('keeps the other parameters of the address', () => {
  expect(draftSearch('?note=n1&changes=3', { since: 4, isOnly: true })).toBe('?note=n1&changes=4&only=')
  expect(draftSearch('?note=n1&changes=4&only=', { areChangesShown: false })).toBe('?note=n1')
  expect(draftSearch('?draft=2', { draft: undefined })).toBe('')
})
