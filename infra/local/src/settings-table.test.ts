import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './paths.ts'

const SOURCES = ['services/*/src/**/*.ts', 'infra/*/src/**/*.ts']

/** Variables of these families that the code reads: keys of a configuration, or names in quotes. */
const read = globSync(SOURCES, { cwd: ROOT, exclude: (name) => /\.test\.ts$|\/testing$/.test(name) }).flatMap(
  (file) =>
    [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
        /^ {2}(LIMIT_[A-Z_]+|OPERATOR_[A-Z_]+):|'((?:LIMIT|OPERATOR|ALLOW|TRUSTED)_[A-Z_]+)'/gm,
      ),
    ].map(([, key, quoted]) => key ?? quoted!),
)

test('architecture §1: the settings page lists every limit and permission that the code reads', () => {
  const page = readFileSync(path.join(ROOT, 'docs/reference/settings.md'), 'utf8')
  const listed = [...page.matchAll(/^\| (`[A-Z_0-9`, or]+) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(read).toContain('LIMIT_IN_FLIGHT')
  expect(listed).toEqual(expect.arrayContaining([...new Set(read)]))
  // Nor does it list what nobody reads any more.
  const limits = listed.filter((name) => name?.startsWith('LIMIT_'))
  expect(new Set(read)).toEqual(new Set([...read, ...limits]))
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
})
