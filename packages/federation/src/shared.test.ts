import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import * as router from './router.ts'
import { antdComponents, RECENT, sharedModules, webKitModules } from './shared.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const host = sharedModules('host')
const remote = sharedModules('remote')

test('host and remotes share the same rows, each a singleton', () => {
  expect(Object.keys(remote)).toEqual(Object.keys(host))
  expect([...Object.values(host), ...Object.values(remote)].every((row) => row.singleton)).toBe(true)
})

test('a remote bundles only recent shared modules; the host provides each with its version', () => {
  const bundled = Object.entries(remote).filter(([, row]) => row.import !== false)
  expect(new Set(bundled.map(([name]) => name))).toEqual(RECENT)
  expect(Object.values(host).every((row) => row.import !== false && row.version)).toBe(true)
})

test.each(['react', 'react/', 'react-dom', 'react-dom/', 'react-router-dom', '@tanstack/react-query'])(
  'architecture §8 %s is shared',
  (name) => expect(host).toHaveProperty([name]),
)

test('provides every module of web-kit from its own existing file, except test helpers', () => {
  const modules = webKitModules()
  // If two names have the same file, federation provides only one.
  expect(new Set(modules.map(({ file }) => file)).size).toBe(modules.length)
  expect(modules.map(({ name }) => name)).toContain('@andscene/web-kit/session')
  expect(modules.filter(({ name }) => name.includes('testing'))).toEqual([])
  for (const { name, file } of modules) {
    expect(host[name]?.import).toBe(file)
    expect(existsSync(file)).toBe(true)
  }
})

test.each([...RECENT])(
  "the fallback copy of %s equals the host's and imports no unshared module of web-kit",
  (name) => {
    const file = host[name]?.import
    expect(remote[name]).toEqual({
      singleton: true,
      requiredVersion: false,
      version: host[name]?.version,
      import: file,
    })
    const imported = [...readFileSync(String(file), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from]) => from,
    )
    // The contracts are bundled with the module.
    expect(imported.filter((from) => !/^react$|^@andscene\/contracts\//.test(from!))).toEqual([])
  },
)

test('antd is shared by component path', () => {
  expect(antdComponents()).toEqual(
    expect.arrayContaining(['app', 'button', 'config-provider', 'modal', 'theme']),
  )
  expect(host['antd/es/button']?.import).toMatch(/antd\/es\/button\/index\.js$/)
  expect(host).not.toHaveProperty('antd')
})

const namesFrom = (source: string, from: string) =>
  [...source.matchAll(new RegExp(`import (type )?\\{([^}]*)\\} from '${from}'`, 'g'))]
    .filter(([, type]) => !type)
    .flatMap(([, , names]) => names!.split(','))
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0]!)

describe('imports of shells and remotes exist in the shared modules', () => {
  const sources = globSync(['shells/*/src/**/*.{ts,tsx}', 'remotes/*/src/**/*.{ts,tsx}'], { cwd: ROOT })
  test.each(sources)('%s', (file) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    for (const name of namesFrom(source, 'react-router-dom')) expect(router).toHaveProperty(name)
    for (const name of namesFrom(source, 'antd')) {
      const component = name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()
      expect(antdComponents()).toContain(component)
    }
    // A deep import of antd would bundle a second copy: only named imports are rewritten to shared modules.
    expect(source).not.toMatch(/from 'antd\//)
  })
})
