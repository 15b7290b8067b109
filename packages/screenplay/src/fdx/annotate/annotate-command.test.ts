import { execFile } from 'node:child_process'
import { copyFile, link, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixtureBytes } from '../../testing/fixture-files.ts'
import { parseFdx } from '../parse-fdx.ts'
import { annotateFdx, applyInsertions } from './annotate-fdx.ts'
import { readNotes } from './read-notes.ts'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
const NOTES = JSON.stringify([{ line: 2, author: 'Ada', text: 'שלום', createdAt: '2026-01-31T12:00:00Z' }])
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'annotate-'))
  await writeFile(join(folder, 'notes.json'), NOTES)
  await writeFile(join(folder, 'bad.json'), NOTES.replace('"line":2,', ''))
  await writeFile(join(folder, 'cut.fdx'), '<FinalDraft>')
  await writeFile(join(folder, 'a.fdx'), fixtureBytes('notes'))
})
afterAll(() => rm(folder, { recursive: true }))

const fdx = (...args: string[]) =>
  promisify(execFile)(process.execPath, [cli, ...args], {
    encoding: 'buffer',
    env: { ...process.env, INIT_CWD: folder },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr: String(stderr) }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: Buffer; stderr: Buffer }
      return { code, stdout, stderr: String(stderr) }
    },
  )
const run = (...args: string[]) => fdx('annotate', ...args)
const expected = () => {
  const bytes = fixtureBytes('notes')
  return Buffer.from(applyInsertions(bytes, annotateFdx(bytes, readNotes(NOTES))))
}

describe('npm run fdx -- annotate', () => {
  test('writes the annotated file, and nothing else, to standard output', async () => {
    const { code, stdout, stderr } = await run('a.fdx', 'notes.json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.equals(expected())).toBe(true)
    expect(parseFdx(stdout, 'a.fdx').lines[1]?.scriptNote).toContain('שלום')
  })

  test('writes to the file given with --out and does not change the script', async () => {
    const { code, stdout } = await run('a.fdx', 'notes.json', '--out', 'b.fdx')
    expect({ code, length: stdout.length }).toEqual({ code: 0, length: 0 })
    expect((await readFile(join(folder, 'b.fdx'))).equals(expected())).toBe(true)
    expect((await readFile(join(folder, 'a.fdx'))).equals(fixtureBytes('notes'))).toBe(true)
  })

  test('never overwrites an input file, whatever its path', async () => {
    await copyFile(join(folder, 'a.fdx'), join(folder, 'own.fdx'))
    await link(join(folder, 'own.fdx'), join(folder, 'linked.fdx'))
    for (const out of ['./own.fdx', 'linked.fdx', 'notes.json']) {
      const { code, stderr } = await run('own.fdx', 'notes.json', '--out', out)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `${out} is not written: it is one of the files that were read.\n`,
      })
    }
    expect((await readFile(join(folder, 'own.fdx'))).equals(fixtureBytes('notes'))).toBe(true)
    expect(await readFile(join(folder, 'notes.json'), 'utf8')).toBe(NOTES)
  })

  test.each([
    ['cut.fdx', 'notes.json', 'This file is incomplete. Save the script again and upload the new file.'],
    ['a.fdx', 'bad.json', 'notes[0].line: has to be the number of a line, from 1, as explain prints it.'],
    ['a.fdx', 'none.json', expect.stringMatching(/none\.json cannot be read or written \(ENOENT\)\.$/)],
  ])('reports in one sentence why %s cannot be annotated with %s', async (file, notes, sentence) => {
    const { code, stderr, stdout } = await run(file, notes)
    expect({ code, stderr: stderr.trimEnd(), length: stdout.length }).toEqual({
      code: 1,
      stderr: sentence,
      length: 0,
    })
  })

  test('with wrong arguments, prints the usage and exits with 2', async () => {
    for (const args of [
      [],
      ['a.fdx'],
      ['a.fdx', 'notes.json', 'b.fdx'],
      ['a.fdx', 'notes.json', '--in', 'x'],
    ]) {
      const { code, stderr } = await run(...args)
      expect({ code, usage: stderr.includes('npm run fdx -- --help') }).toEqual({ code: 2, usage: true })
    }
  })
})

describe('npm run fdx', () => {
  test('prints one JSON line per script, with an error for a file that it cannot read', async () => {
    const { code, stdout } = await fdx('a.fdx', 'cut.fdx')
    const printed = String(stdout).trimEnd().split('\n')
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([
      { file: 'a.fdx', ok: true, lines: parseFdx(fixtureBytes('notes'), 'a.fdx').lines },
      { file: 'cut.fdx', ok: false },
    ])
    expect(code).toBe(1)
  })

  test('without a file exits with 2', async () => {
    const { code, stderr } = await fdx()
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('npm run fdx -- --help') })
  })
})
