import { expect, test } from 'vitest'
import { readable } from './readable.ts'
import { LogStream } from './stream.ts'

test('turns structured lines into readable ones, with the stack of an error below', () => {
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

test.each(['plain text', '{"not": "ours"}', '{broken'])('leaves any other line as it is: %s', (line) => {
  expect(readable(line, true)).toBe(line)
})

test('aligns the names of the processes', () => {
  const lines: string[] = []
  const log = new LogStream(['tts', 'worker-1'], (line) => lines.push(line), false)
  log.write('tts', '{"level":30,"msg":"one\\ntwo"}')
  log.write('worker-1', 'three')
  expect(lines).toEqual(['tts      │ info  one', 'tts      │ two', 'worker-1 │ three'])
})
