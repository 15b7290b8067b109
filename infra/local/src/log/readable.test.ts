import { describe, expect, test } from 'vitest'
import { readable } from './readable.ts'
import { LogStream } from './stream.ts'

const RED = '\u001B[31m'
/** Clears the screen, sets the title, forges a line, and reverses text; includes a one-byte control character (C1). */
const HOSTILE = `a\u001B[2J\u001B]0;title\u0007\rplatform │ all is well\u202Elive\u2066\u009B31m\u2028x\u007F`
const COMMANDS = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u

function shown(line: string, { own = false, colour = false } = {}) {
  const lines: string[] = []
  new LogStream(['scripts'], (text) => lines.push(text), colour).write('scripts', line, own)
  return lines
}

describe('product §10: log output escapes control characters', () => {
  test.each([
    ['in a message', JSON.stringify({ level: 30, msg: HOSTILE })],
    ['in a field', JSON.stringify({ level: 30, msg: 'm', title: HOSTILE, url: `/x?${HOSTILE}` })],
    ['in the name of a field', JSON.stringify({ level: 30, msg: 'm', [HOSTILE]: 1 })],
    ['inside a field', JSON.stringify({ level: 30, msg: 'm', req: { url: HOSTILE } })],
    ['in a stack', JSON.stringify({ level: 50, msg: 'm', err: { stack: `Error: ${HOSTILE}` } })],
    ['in a line that is no JSON', HOSTILE],
    ['in broken JSON', `{"level":30,"msg":"${HOSTILE}`],
  ])('%s', (_, line) => {
    for (const text of shown(line)) expect(text).not.toMatch(COMMANDS)
    expect(shown(line).join('\n')).toContain(String.raw`\u001b[2J`)
  })

  test("in the launcher's own lines, such as the last output of a part", () => {
    expect(shown(`did not start: ${HOSTILE}`, { own: true }).join('\n')).not.toMatch(/[^\P{Cc}\n]/u)
  })

  test('keeps our own colors and the line breaks of a message', () => {
    const [first, second] = shown(JSON.stringify({ level: 50, msg: 'one\ntwo' }), { colour: true })
    expect(first).toContain(RED)
    expect(second).toContain('two')
  })

  test('so that no field can start a new line', () => {
    expect(shown(JSON.stringify({ level: 30, msg: 'm', title: 'x\nscripts │ error stolen' }))).toEqual([
      String.raw`scripts │ info  m title=x\u000ascripts │ error stolen`,
    ])
  })

  test('keeps letters of all scripts, tabs and emoji', () => {
    const text = 'Ärger\t日本語 العربية 🎭'
    expect(shown(text)).toEqual([`scripts │ ${text}`])
  })
})

test('formats structured lines for reading, with the stack of an error below', () => {
  const line = {
    level: 50,
    time: 1,
    pid: 2,
    hostname: 'h',
    name: 'tts',
    msg: 'no sound',
    reqId: 'r-1',
    err: { stack: 'Error: x\n at y' },
  }
  expect(readable(JSON.stringify(line), false)).toBe('error no sound reqId=r-1\n  Error: x\n   at y')
})

test.each(['plain text', '{"not": "ours"}', '{broken'])('prints any other line unchanged: %s', (line) => {
  expect(readable(line, true)).toBe(line)
})
