import { expect, test } from 'vitest'
import { quotedWords } from './quoted-words.ts'

test.each([
  ['Account locked: sign in at https://evil.example/x?y now', 'Account locked: sign in at now'],
  ['evil.example', 'evil example'],
  ['www.evil.co.uk/login', 'www evil co uk login'],
  ['HTTP://EVIL', ''],
  ['//evil.example', 'evil example'],
  ['evil\uff0eexample', 'evil example'],
  ['\uff45vil\u3002com', 'evil com'],
  ['e\u200bvil.\u200bexample', 'evil example'],
  ['help@evil.example', ''],
  ['help\uff20evil.example', ''],
  ['mailto:x', 'x'],
  ['javascript:alert(1)', 'alert(1)'],
  ['192.168.1.10', '192 168 1 10'],
  ['b\u00fccher.example', 'b\u00fccher example'],
  ['a\u202egnp.exe', 'agnp exe'],
  ['One\r\nBcc: two', 'One Bcc: two'],
  ['\u2028x\u0000y', 'x y'],
  ['\u200b\u2060', ''],
])('%j is quoted as %j', (typed, quoted) => {
  expect(quotedWords(typed)).toBe(quoted)
})

test.each(['The Last Bus', 'Dr. Strange & the 5 o’clock tea', 'שלום', 'Act 2: Night', 'Zürich, 1984 …'])(
  'leaves %s as it is but for compatibility forms',
  (title) => {
    expect(quotedWords(title)).toBe(title.normalize('NFKC'))
  },
)

test('is bounded, and cut between characters', () => {
  expect([...quotedWords('😀'.repeat(200))]).toHaveLength(80)
  expect(quotedWords('x'.repeat(500))).toBe(`${'x'.repeat(79)}…`)
})
