import { expect, test } from 'vitest'
import { linesOf } from '../testing/new-draft.ts'
import { COMPARED_PER_LIST, DraftChanges } from './draft-changes.ts'

const changes = new DraftChanges({
  findLines: (id, draft) => {
    const isDeleted = id.startsWith('deleted') && draft === 1
    return Promise.resolve(isDeleted ? undefined : linesOf('l1', `d${draft}-2`))
  },
})
const pairs = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${name} ${n}`, from: 1, to: 2 }))

test('product §16: a list compares some drafts, the next one the rest, also after many whose drafts were deleted', async () => {
  const listed = [...pairs('deleted', COMPARED_PER_LIST), ...pairs('kept', COMPARED_PER_LIST + 1)]
  expect((await changes.ofList(listed)).size).toBe(COMPARED_PER_LIST)
  const counts = await changes.ofList(listed)
  expect([...counts.keys()]).toEqual(pairs('kept', COMPARED_PER_LIST + 1).map(({ id }) => id))
  expect(counts.get('kept 0')).toBe(1)
})
