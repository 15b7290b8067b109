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
/** What npm fetches, by name and version. */
const fetched = Object.entries(lockfile.packages).flatMap(([folder, entry]) =>
  folder.includes(NEST) && !entry.link
    ? [{ name: folder.slice(folder.lastIndexOf(NEST) + NEST.length), entry }]
    : [],
)
const titled = fetched.map(({ name, entry }) => ({ title: `${name}@${entry.version}`, entry }))

describe('product §10: the lockfile', () => {
  test('has the sha512 sum of everything, but for builds of other platforms that are listed by name', () => {
    const without = titled.filter(({ entry }) => !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''))
    expect(without.map(({ title }) => title).sort()).toEqual(exceptions.toSorted())
  })

  test('excepts only what other platforms install, and may do without', () => {
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

  test('names no server: packages come from the registry that npm is set to', () => {
    expect(titled.filter(({ entry }) => entry.resolved).map(({ title }) => title)).toEqual([])
    expect(read('package-lock.json')).not.toContain('.tgz')
  })

  test('lets no package run a script when it is installed', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
    const withScript = fetched.filter(({ entry }) => entry.hasInstallScript).map(({ name }) => name)
    // Each is known by name; and npm versions without such a list get an option.
    expect([...new Set(withScript)].filter((name) => allowScripts[name] !== false)).toEqual([])
    expect(read('infra/local/bootstrap/dependencies.mjs')).toContain("'--ignore-scripts'")
  })
})
