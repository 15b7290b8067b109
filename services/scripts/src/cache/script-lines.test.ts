import { expect, test } from 'vitest'
import { createLineReader } from './script-lines.ts'

test('concurrent reads of one script share a result, also a failure, and later reads are served from the cache', async () => {
  const asked: string[] = []
  let away = true
  const read = createLineReader({
    findLines: async (id) => {
      asked.push(id)
      if (away) throw new Error('away')
      return '[{"type":"Action","text":"Rain."}]'
    },
  })
  const failed = await Promise.allSettled([read('a', 'owner'), read('a', 'owner')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  away = false
  const [one, other] = await Promise.all([read('a', 'owner'), read('a', 'owner')])
  expect(one).toBe(other)
  expect(await read('a', 'owner')).toBe(one)
  expect(asked).toEqual(['a', 'a'])
})

test('product §11: a role that may not cast reads the lines without the notes of the file, computed once', async () => {
  const noted = '{"_id":"l1","type":"Action","text":"Rain.","act":1,"scriptNote":"Which rain?"}'
  const plain = '{"_id":"l2","type":"Action","text":"Sun.","act":1}'
  const stored: Record<string, string> = { a: `[${noted},${plain}]`, b: `[${plain}]` }
  const read = createLineReader({ findLines: async (id) => stored[id] })
  const [owner, listener, commenter] = [
    await read('a', 'owner'),
    await read('a', 'listener'),
    await read('a', 'commenter'),
  ]
  expect(owner?.json).toBe(stored['a'])
  expect(await read('a', 'editor')).toBe(owner)
  expect(listener?.json).toBeUndefined()
  expect(listener?.lines).toEqual([{ _id: 'l1', type: 'Action', text: 'Rain.', act: 1 }, owner?.lines[1]])
  expect(listener?.lines[1]).toBe(owner?.lines[1])
  expect(commenter).toBe(listener)
  const casting = { characterAssignments: {} }
  expect(listener?.textHash(0, { casting })).toBe(owner?.textHash(0, { casting }))
  expect((await read('b', 'listener'))?.json).toBe(stored['b'])
})
