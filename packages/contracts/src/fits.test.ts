import * as fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { fits } from './fits.ts'
import { PublicConfig, RemoteDescription, RemoteRegistry } from './platform.ts'

const remote = {
  name: 'reader',
  version: 'abc',
  entry: '/remotes/reader/abc/mf-manifest.json',
  routes: [{ path: '/scripts/:scriptId', access: 'user', errorText: 'x', bare: true }],
  navigation: true,
}
const config = {
  apiBaseUrl: 'http://localhost/api',
  firebase: { apiKey: 'a', authDomain: 'b', projectId: 'c' },
  identityEmulator: 'http://localhost',
}
const cases: [string, TSchema, object][] = [
  ['a remote', RemoteDescription, remote],
  ['the registry', RemoteRegistry, { remotes: [remote] }],
  ['the configuration', PublicConfig, config],
]

/** Every path to a value inside of `value`. */
const pathsOf = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [
        [key],
        ...pathsOf(inner).map((rest) => [key, ...rest]),
      ])
    : []

test.each(cases)('%s fits as it is', (_name, schema, value) => {
  expect(fits(schema, value)).toBe(true)
})

test.each(cases)(
  '%s with something else in one place fits where the schema library says so',
  (_name, schema, value) => {
    const other = fc.oneof(fc.anything(), fc.constantFrom('user', '/', 'a', true, [], {}, undefined))
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(value)), other, fc.boolean(), (path, changed, removed) => {
        const copy = structuredClone(value)
        const inner = path.slice(0, -1).reduce<Record<string, never>>((at, key) => at[key]!, copy as never)
        if (removed) delete inner[path.at(-1)!]
        else inner[path.at(-1)!] = changed as never
        expect(fits(schema, copy)).toBe(Value.Check(schema, copy))
      }),
      { numRuns: 500 },
    )
  },
)

test('a kind that is not known is an error, not a pass', () => {
  expect(() => fits({ type: 'integer' } as TSchema, 1)).toThrow('integer')
})
