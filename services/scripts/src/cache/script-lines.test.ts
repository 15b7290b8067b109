import { expect, test } from 'vitest'
import { createLineReader } from './script-lines.ts'

test('equal reads at the same time are one, a failure too, and later ones cost nothing', async () => {
  const asked: string[] = []
  let away = true
  const read = createLineReader({
    findLines: async (id) => {
      asked.push(id)
      if (away) throw new Error('away')
      return '[{"type":"Action","text":"Rain."}]'
    },
  })
  const failed = await Promise.allSettled([read('a'), read('a')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  away = false
  const [one, other] = await Promise.all([read('a'), read('a')])
  expect(one).toBe(other)
  expect(await read('a')).toBe(one)
  expect(asked).toEqual(['a', 'a'])
})
