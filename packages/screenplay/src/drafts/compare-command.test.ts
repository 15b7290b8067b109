import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fdxOf, paragraph } from '../testing/fixture-files.ts'

const cli = fileURLToPath(new URL('../fdx/cli.ts', import.meta.url))
let folder = ''

const file = (...rows: [string, string][]) =>
  fdxOf(rows.map(([type, text]) => paragraph(type, text)).join(''))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'))
  await writeFile(
    join(folder, 'old.fdx'),
    file(
      ['Scene Heading', 'INT. KITCHEN - DAY'],
      ['Action', 'The kettle boils, and no one comes.'],
      ['Character', 'ADA'],
      ['Dialogue', 'I told you not to come back here.'],
      ['Action', 'She sits down.'],
    ),
  )
  await writeFile(
    join(folder, 'new.fdx'),
    file(
      ['Scene Heading', 'INT. KITCHEN – DAY'],
      ['Character', 'ADA (CONT’D)'],
      ['Dialogue', 'I told you never to come back here.'],
      ['Action', 'A dog barks twice outside.'],
      ['Action', 'She sits down.'],
    ),
  )
  await writeFile(join(folder, 'broken.fdx'), '<FinalDraft>')
})
afterAll(() => rm(folder, { recursive: true }))

const compare = (...args: string[]) =>
  promisify(execFile)(process.execPath, [cli, 'compare', ...args], {
    env: { ...process.env, INIT_CWD: folder },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, stdout, stderr }
    },
  )

test('npm run fdx -- compare prints how many lines are of each kind', async () => {
  const counts = '{"same":3,"reworded":1,"moved":0,"new":1,"cut":1}\n'
  expect(await compare('old.fdx', 'new.fdx')).toEqual({ code: 0, stdout: counts, stderr: '' })
  expect(await compare('old.fdx', 'old.fdx')).toMatchObject({
    stdout: '{"same":5,"reworded":0,"moved":0,"new":0,"cut":0}\n',
  })
})

test('--lines prints each line first, a cut line at the place where it stood', async () => {
  const { stdout } = await compare('old.fdx', 'new.fdx', '--lines')
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as object)
  expect(rows).toEqual([
    {
      kind: 'same',
      old: { index: 0, type: 'Scene Heading', text: 'INT. KITCHEN - DAY' },
      new: { index: 0, type: 'Scene Heading', text: 'INT. KITCHEN – DAY' },
    },
    { kind: 'cut', old: { index: 1, type: 'Action', text: 'The kettle boils, and no one comes.' } },
    {
      kind: 'same',
      old: { index: 2, type: 'Character', text: 'ADA' },
      new: { index: 1, type: 'Character', text: 'ADA (CONT’D)' },
    },
    {
      kind: 'reworded',
      old: { index: 3, type: 'Dialogue', text: 'I told you not to come back here.' },
      new: { index: 2, type: 'Dialogue', text: 'I told you never to come back here.' },
    },
    { kind: 'new', new: { index: 3, type: 'Action', text: 'A dog barks twice outside.' } },
    {
      kind: 'same',
      old: { index: 4, type: 'Action', text: 'She sits down.' },
      new: { index: 4, type: 'Action', text: 'She sits down.' },
    },
    { same: 3, reworded: 1, moved: 0, new: 1, cut: 1 },
  ])
  expect((await compare('--lines', 'old.fdx', 'new.fdx')).stdout).toBe(stdout)
})

test('a file that cannot be parsed is reported on standard error, with exit code 1', async () => {
  expect(await compare('old.fdx', 'broken.fdx')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'broken.fdx: This file is incomplete. Save the script again and upload the new file.\n',
  })
  const { code, stdout, stderr } = await compare('broken.fdx', 'absent.fdx', '--lines')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('absent.fdx: It cannot be read (ENOENT).')
  expect(stderr).toContain('broken.fdx: This file is incomplete.')
})

test.each([[[]], [['old.fdx']], [['old.fdx', 'new.fdx', 'new.fdx']], [['old.fdx', 'new.fdx', '--words']]])(
  'wrong arguments %j exit with code 2',
  async (args) => {
    expect(await compare(...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The arguments are wrong: see npm run fdx -- --help.\n',
    })
  },
)
