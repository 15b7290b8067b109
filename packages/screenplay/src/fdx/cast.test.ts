import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fdxOf, paragraph } from '../testing/fixture-files.ts'

const SCRIPT = fdxOf(
  [
    ['Action', 'MARGARET, a retired headmistress from Glasgow, waters the roses. SAM watches.'],
    ['Character', 'MARGARET (O.S.)'],
    ['Dialogue', 'You know what that is? It was not for me to say, and I am not going to.'],
    ['Character', 'JOSÉ'],
    ['Dialogue', 'No sé qué es lo que quieres. Está en la casa con los otros, pero no te lo diré.'],
    ['Character', 'SAM'],
    ['Dialogue', 'Well.'],
  ]
    .map(([type, text]) => paragraph(type!, text!))
    .join(''),
)

test('npm run fdx -- cast prints each character as one JSON line, and null where the text does not tell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cast-'))
  try {
    await writeFile(join(folder, 'a.fdx'), SCRIPT)
    await writeFile(join(folder, 'cut.fdx'), '<FinalDraft>')
    const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
    const run = promisify(execFile)(process.execPath, [cli, 'cast', 'a.fdx', 'cut.fdx'], {
      env: { ...process.env, INIT_CWD: folder },
    })
    const { code, stdout, stderr } = (await run.catch(
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    )) as { code: number; stdout: string; stderr: string }
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cut\.fdx: /)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        character: 'MARGARET',
        gender: 'female',
        age: 'old',
        accent: 'scottish',
        language: 'en',
        because: 'woman, 70s: “a retired headmistress from Glasgow”',
      },
      {
        character: 'JOSÉ',
        gender: 'male',
        age: null,
        accent: null,
        language: 'es',
        because: 'man: the name JOSÉ',
      },
      { character: 'SAM', gender: null, age: null, accent: null, language: 'en', because: null },
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
