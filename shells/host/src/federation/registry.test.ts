import { HOSTILE_ADDRESSES } from '@andscene/testing/hostile-addresses'
import { afterEach, expect, test, vi } from 'vitest'
import { loadRegistry, RegistryTooNew } from './registry.ts'

const row = (name: string, more: object = {}) => ({
  name,
  version: 'abc',
  entry: `/remotes/${name}/abc/mf-manifest.json`,
  routes: [{ path: `/${name}`, access: 'visitor', errorText: 'x' }],
  ...more,
})
const respond = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
afterEach(() => vi.unstubAllGlobals())

test('returns rows with absolute URLs; URLs of other origins are unchanged', async () => {
  respond({ remotes: [row('a'), row('b', { entry: 'https://teams.example/b/mf-manifest.json' })] })
  const { remotes } = await loadRegistry()
  expect(remotes.map(({ entry }) => entry)).toEqual([
    `${location.origin}/remotes/a/abc/mf-manifest.json`,
    'https://teams.example/b/mf-manifest.json',
  ])
})

test.each<[string, unknown]>([
  ['no routes', row('b', { routes: undefined })],
  ['an unknown access', row('b', { routes: [{ path: '/b', access: 'admin', errorText: 'x' }] })],
  ['a path without a slash', row('b', { routes: [{ path: 'b', access: 'any', errorText: 'x' }] })],
  ['a name that is taken', row('a')],
  ['nothing', null],
  ...Object.entries(HOSTILE_ADDRESSES).map(([what, entry]): [string, unknown] => [
    `code at ${what}`,
    row('b', { entry }),
  ]),
])('skips only the malformed row: %s', async (_, bad) => {
  respond({ remotes: [row('a'), bad, row('c')] })
  const { remotes, refused } = await loadRegistry()
  expect(remotes.map(({ name }) => name)).toEqual(['a', 'c'])
  expect(refused).toHaveLength(1)
})

test('returns the current version of the shell; a missing schema version means the first', async () => {
  respond({ schemaVersion: 1, shell: 'aa11', remotes: [row('a')] })
  await expect(loadRegistry()).resolves.toMatchObject({ shell: 'aa11', remotes: [{ name: 'a' }] })
  respond({ remotes: [row('a')] })
  await expect(loadRegistry()).resolves.toMatchObject({ shell: undefined, remotes: [{ name: 'a' }] })
})

test('a registry of a later schema version throws RegistryTooNew, whatever its content', async () => {
  respond({ schemaVersion: 2, remotes: { a: row('a') } })
  await expect(loadRegistry()).rejects.toThrow(RegistryTooNew)
})

test('throws when the registry is unreadable', async () => {
  respond({}, 503)
  await expect(loadRegistry()).rejects.toThrow('Failed to load the registry')
  respond({ remotes: 'none' })
  await expect(loadRegistry()).rejects.toThrow('malformed')
})
