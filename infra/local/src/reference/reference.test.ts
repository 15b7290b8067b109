import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS, checkArguments, helpOf } from '../../bootstrap/command-line.mjs'
import { ROOT } from '../paths.ts'
import { settings } from './pages.ts'
import { referencePages } from './pages.ts'

test('docs/reference matches the output of npm run docs', async () => {
  for (const [file, text] of await referencePages())
    expect(readFileSync(file, 'utf8'), `${path.basename(file)}: run npm run docs`).toBe(text)
})

test('every limit and permission that the code reads is documented', () => {
  const sources = globSync(['services/*/src/**/*.ts', 'infra/*/src/**/*.ts'], {
    cwd: ROOT,
    exclude: (name) => /\.test\.ts$|\/testing$/.test(name),
  })
  const read = sources.flatMap((file) =>
    [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
        /^ {2}(LIMIT_[A-Z_]+|OPERATOR_[A-Z_]+):|'((?:LIMIT|OPERATOR|ALLOW|TRUSTED)_[A-Z_]+)'/gm,
      ),
    ].map(([, key, quoted]) => key ?? quoted!),
  )
  expect(read).toContain('LIMIT_IN_FLIGHT')
  expect([...new Set(read)].filter((name) => !settings().has(name))).toEqual([])
})

describe('the table of commands', () => {
  const scripts = (
    JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  ).scripts

  test('lists exactly the npm scripts that the bootstrap runs', () => {
    const called = Object.entries(scripts).flatMap(([name, line]) => {
      const [, command] = /bootstrap\.mjs (\S+)$/.exec(line) ?? []
      return command === undefined ? [] : [[name, command]]
    })
    expect(called).toEqual(called.map(([name]) => [name, name]))
    expect(called.map(([name]) => name).toSorted()).toEqual(Object.keys(COMMANDS).toSorted())
  })

  test.each(Object.keys(COMMANDS))('gives %s a purpose, an example and a program', (name) => {
    const { purpose, example, run } = COMMANDS[name]!
    expect(purpose).toMatch(/^[A-Z].*\.$/)
    expect(example).toContain(`npm ${name === 'start' || name === 'test' ? '' : 'run '}`)
    const [program = ''] = run.split(' ')
    expect(globSync(program, { cwd: ROOT })).toEqual([program])
    expect(helpOf(name)).toContain(`Example: ${example}`)
  })

  test.each([
    ['restore', ['file', '--chek'], 'Unknown option "--chek": use --replace, --check.'],
    ['voices', ['--now'], 'Unknown option "--now": there are none.'],
    ['migrate', ['--to'], '--to needs a value.'],
    ['restore', ['file', '--check=yes'], '--check takes no value.'],
    ['backup', [], 'FILE is missing.'],
    ['backup', ['a', 'b'], 'Unexpected argument "b".'],
    [
      'release',
      ['swich', 'reader'],
      'Unknown part "swich": use build, publish, preview, switch, rollback, list.',
    ],
    ['subscribers', [], 'A part is missing: use export.'],
  ])('rejects %s %j with a sentence and exit code 2', (name, args, sentence) => {
    expect(() => checkArguments(name, args)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(sentence) as string, exitCode: 2 }) as Error,
    )
  })

  test.each([
    ['restore', ['file', '--check']],
    ['release', ['list']],
    ['fdx', ['a.fdx', 'b.fdx']],
    ['fdx', ['annotate', 'a.fdx', 'notes.json', '--out', 'b.fdx']],
    ['k8s:secrets', []],
    ['test:e2e', ['--headed', 'table-read']],
  ])('accepts %s %j', (name, args) => {
    expect(() => checkArguments(name, args)).not.toThrow()
  })
})
