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
  const failed = await Promise.allSettled([read('a', 'owner', 1), read('a', 'owner', 1)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  away = false
  const [one, other] = await Promise.all([read('a', 'owner', 1), read('a', 'owner', 1)])
  expect(one).toBe(other)
  expect(await read('a', 'owner', 1)).toBe(one)
  expect(asked).toEqual(['a', 'a'])
})

test('product §11: a role that may not cast reads the lines without the notes of the file, computed once', async () => {
  const noted = '{"_id":"l1","type":"Action","text":"Rain.","act":1,"scriptNote":"Which rain?"}'
  const plain = '{"_id":"l2","type":"Action","text":"Sun.","act":1}'
  const stored: Record<string, string> = { a: `[${noted},${plain}]`, b: `[${plain}]` }
  const read = createLineReader({ findLines: async (id) => stored[id] })
  const [owner, listener, commenter] = [
    await read('a', 'owner', 1),
    await read('a', 'listener', 1),
    await read('a', 'commenter', 1),
  ]
  expect(owner?.json).toBe(stored['a'])
  expect(await read('a', 'editor', 1)).toBe(owner)
  expect(listener?.json).toBeUndefined()
  expect(listener?.lines).toEqual([{ _id: 'l1', type: 'Action', text: 'Rain.', act: 1 }, owner?.lines[1]])
  expect(listener?.lines[1]).toBe(owner?.lines[1])
  expect(commenter).toBe(listener)
  const casting = { characterAssignments: {} }
  expect(listener?.textHash(0, { casting })).toBe(owner?.textHash(0, { casting }))
  expect((await read('b', 'listener', 1))?.json).toBe(stored['b'])
})

test('product §5: the hash of a text follows the pronunciations of its words', async () => {
  const read = createLineReader({
    findLines: async () => '[{"type":"Action","text":"Siobhan rests."},{"type":"Action","text":"Rain."}]',
  })
  const lines = (await read('a', 'owner', 1))!
  const casting = { characterAssignments: {} }
  const pronounced = (says: string) => ({
    casting,
    pronunciations: [{ word: 'siobhan', says, as: 'respelling' as const }],
  })
  const sources = [{ casting }, pronounced('shi-VAWN'), pronounced('SHIV'), { casting, pronunciations: [] }]
  const [plain, first, second, none] = sources.map((source) =>
    [0, 1].map((line) => lines.textHash(line, source)),
  )
  expect(new Set([plain![0], first![0], second![0]]).size).toBe(3)
  expect([first![1], second![1]]).toEqual([plain![1], plain![1]])
  expect(none).toEqual(plain)
  expect(lines.textHash(0, pronounced('SHIV'))).toBe(second![0])
})

test('product §5: a line of several voices has the same hash again after many castings', async () => {
  const names = ['ANNA', 'BEN', 'BOTH']
  const json = JSON.stringify(names.map((character) => ({ type: 'Dialogue', character, text: 'Hello.' })))
  const lines = (await createLineReader({ findLines: async () => json })('a', 'owner', 1))!
  const hashOf = (n: number) =>
    lines.textHash(2, { casting: { characterAssignments: { ANNA: `voice ${n}`, BEN: 'other' } } })
  const hashes = Array.from({ length: 40 }, (_, n) => hashOf(n))
  expect(new Set(hashes).size).toBe(40)
  expect(Array.from({ length: 40 }, (_, n) => hashOf(n))).toEqual(hashes)
})

test('product §3: a line with directions has a hash for each way of hearing them, and each narrator', async () => {
  const speech = '{"type":"Dialogue","character":"MARA","text":"Go. (beat) Now."}'
  const read = createLineReader({
    findLines: async () => `[${speech},{"type":"Dialogue","character":"MARA","text":"Call (212) 555-0100."}]`,
  })
  const lines = (await read('a', 'owner', 1))!
  const hashes = (line: number) =>
    [
      { casting: { characterAssignments: {} }, readsDirections: true },
      { casting: { characterAssignments: {}, narrationVoiceId: 'v:one' } },
      { casting: { characterAssignments: {}, narrationVoiceId: 'v:one' }, readsDirections: true },
      { casting: { characterAssignments: {}, narrationVoiceId: 'v:two' }, readsDirections: true },
    ].map((source) => [lines.textHash(line, source), lines.hasDirections(line, source)] as const)
  const [voiceless, paused, one, two] = hashes(0)
  expect(voiceless).toEqual([paused![0], false])
  expect(new Set([paused![0], one![0], two![0]]).size).toBe(3)
  expect([paused![1], one![1], two![1]]).toEqual([true, true, true])
  expect(hashes(0)).toEqual([voiceless, paused, one, two])
  const [first, ...others] = hashes(1)
  expect(others).toEqual([first, first, first])
  expect(first![1]).toBe(false)
})
