import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import exceptions from './without-integrity.json' with { type: 'json' }

type Entry = {
  version?: string
  link?: boolean
  integrity?: string
  resolved?: string
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  hasInstallScript?: boolean
}
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const lockfile = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }
const NEST = 'node_modules/'
/** Packages that npm downloads, by name and version. */
const fetched = Object.entries(lockfile.packages).flatMap(([folder, entry]) =>
  folder.includes(NEST) && !entry.link
    ? [{ name: folder.slice(folder.lastIndexOf(NEST) + NEST.length), entry }]
    : [],
)
const titled = fetched.map(({ name, entry }) => ({ title: `${name}@${entry.version}`, entry }))

describe('product §10: the lockfile', () => {
  test('has a sha512 hash for every package, except for listed builds of other platforms', () => {
    const without = titled.filter(({ entry }) => !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''))
    expect(without.map(({ title }) => title).sort()).toEqual(exceptions.toSorted())
  })

  test('lists as exceptions only optional packages of other platforms', () => {
    const own = titled.filter(
      ({ title, entry }) =>
        exceptions.includes(title) &&
        (!entry.optional ||
          ([entry.os ?? 'linux'].flat().includes('linux') &&
            [entry.cpu ?? 'x64'].flat().some((cpu) => cpu === 'x64' || cpu === 'arm64') &&
            !(entry.libc ?? []).includes('musl'))),
    )
    expect(own.map(({ title }) => title)).toEqual([])
  })

  test("names no server: packages come from the registry in npm's configuration", () => {
    expect(titled.filter(({ entry }) => entry.resolved).map(({ title }) => title)).toEqual([])
    expect(read('package-lock.json')).not.toContain('.tgz')
  })

  test('allows no package to run an install script', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
    const withScript = fetched.filter(({ entry }) => entry.hasInstallScript).map(({ name }) => name)
    // Each is listed by name; npm versions without such a list get an option.
    expect([...new Set(withScript)].filter((name) => allowScripts[name] !== false)).toEqual([])
    expect(read('infra/local/bootstrap/dependencies.mjs')).toContain("'--ignore-scripts'")
  })
})
