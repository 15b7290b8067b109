import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './paths.ts'

const rows = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|what is tried) /.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))

describe('docs/security.md: what is tried', () => {
  test('is a list', () => expect(rows.length).toBeGreaterThan(50))

  test.each(rows)('%s: says what happens, and by which test', (_tried, happens, tests) => {
    expect(happens).not.toBe('')
    const files = [...(tests ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    expect(files).not.toEqual([])
    expect(files.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))).toEqual([])
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  })
})
