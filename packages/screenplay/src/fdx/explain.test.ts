import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { allFiles, fixtureBytes, table } from '../testing/fixture-files.ts'
import { explainFdx } from './explain.ts'
import { FdxError } from './fdx-error.ts'
import { parseFdx } from './parse-fdx.ts'

describe('explainFdx', () => {
  test('returns a line for the title and each act, scene and character of every test file', () => {
    for (const [name, bytes] of allFiles()) {
      const { acts, scenes, characters } = parseFdx(bytes, name)
      const words = explainFdx(bytes, name)
      const about = (what: string) => words.filter((line) => line.startsWith(`${what} `))
      expect([name, about('title').length]).toEqual([name, 1])
      expect(about('act').map((line) => Number(/\d+/.exec(line)?.[0]))).toEqual(
        Array.from({ length: acts }, (_, at) => at + 1),
      )
      expect([name, about('scene').length, about('character').length]).toEqual([
        name,
        scenes,
        characters.length,
      ])
      for (const line of words) expect(line).toMatch(/^[^\n]+: [^\n]+$/)
    }
  })

  test.each(table('explain'))('for %s includes: %s', (name, line) => {
    expect(explainFdx(fixtureBytes(name), `${name}.fdx`)).toContain(line)
  })

  test('names the draft of a title page or of the file', () => {
    const bytes = fixtureBytes('speech')
    expect(explainFdx(bytes, 'Rain_v3.fdx')).toContain('draft "Rain v3": the file\'s name')
    expect(explainFdx(bytes, 'Rain.fdx').filter((line) => line.startsWith('draft '))).toEqual([])
  })

  test('rejects a file that is not a script, like an upload', () => {
    expect(() => explainFdx(new TextEncoder().encode('words'), 'x.fdx')).toThrow(FdxError)
  })
})

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('cli.ts', import.meta.url)), ...args]).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  )

describe('the fdx command', () => {
  const fixture = fileURLToPath(new URL('../../fixtures/cues.fdx', import.meta.url))

  test('explains files and reports in a sentence which one it cannot read', async () => {
    const outcome = await run('explain', fixture, '/nowhere.fdx')
    expect(outcome).toMatchObject({ code: 1 })
    expect(outcome.stdout).toContain(`${fixture}:\n  title "`)
    expect(outcome.stdout).toContain('/nowhere.fdx:\n  not read: It cannot be read (ENOENT).\n')
  })

  test('prints one JSON line per file, and exits with 2 without a file', async () => {
    const { stdout } = await run(fixture)
    expect(JSON.parse(stdout)).toMatchObject({ file: fixture, ok: true, scenes: 2 })
    expect(await run()).toMatchObject({ code: 2 })
    expect(await run('explain')).toMatchObject({ code: 2 })
  })
})
