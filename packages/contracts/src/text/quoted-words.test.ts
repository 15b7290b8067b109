import { expect, test } from 'vitest'
import { cases } from '../testing/text-cases.ts'
import { quotedWords } from './quoted-words.ts'

test.each(cases('quoted words'))('%j is quoted as %j', (typed, quoted) => {
  expect(quotedWords(typed)).toBe(quoted)
})

test.each(['The Last Bus', 'Dr. Strange & the 5 o’clock tea', 'שלום', 'Act 2: Night', 'Zürich, 1984 …'])(
  'leaves %s unchanged except for compatibility forms',
  (title) => {
    expect(quotedWords(title)).toBe(title.normalize('NFKC'))
  },
)

test('limits the length, and cuts between characters', () => {
  expect([...quotedWords('😀'.repeat(200))]).toHaveLength(80)
  expect(quotedWords('x'.repeat(500))).toBe(`${'x'.repeat(79)}…`)
})

test('takes little time for a long text without spaces, also one whose compatibility form is longer', () => {
  // Of this thread: on the clock it is longer while other tests run.
  const start = process.threadCpuUsage()
  for (const sign of ['㌖', '⑽', 'x']) quotedWords(sign.repeat(2_000))
  expect(process.threadCpuUsage(start).user).toBeLessThan(150_000)
})
