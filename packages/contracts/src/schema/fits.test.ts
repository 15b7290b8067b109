import * as fc from 'fast-check'
import { Type, type TSchema } from './schema.ts'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { fits, misfit } from './fits.ts'
import { Health } from '../health.ts'
import { PostedMail, PublicConfig, RemoteDescription, RemoteRegistry } from '../platform.ts'
import { LineAudioJob } from '../queues.ts'
import { BuiltRemote } from '../remote-build.ts'

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
const health = {
  success: true,
  status: 'ok',
  version: '1',
  services: { tts: { status: 'ok' }, scripts: { status: 'unavailable', error: 'no response' } },
  naturalVoices: { state: 'coming', doneBytes: 1, totalBytes: 2 },
}
const job = { voiceId: 'a', text: 'b', textHash: 'c', path: 'd', lineIndex: 1, refill: true, tracedAt: 0 }
const bounded = { text: '😀a', number: 0.5, list: ['a'], choice: 'a', nothing: null, any: {} }
const Bounded = Type.Object({
  text: Type.String({ minLength: 2, maxLength: 2 }),
  number: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  list: Type.Array(Type.String(), { minItems: 1, maxItems: 2 }),
  choice: Type.Enum(['a', 'b']),
  nothing: Type.Union([Type.Null(), Type.Integer({ minimum: 3 })]),
  any: Type.Optional(Type.Unknown()),
})
const cases: [string, TSchema, object][] = [
  ['the health', Health, health],
  ['a posted mail', PostedMail, { to: 'a', subject: '', path: '/a' }],
  ['a job', LineAudioJob, job],
  [
    'a built remote',
    BuiltRemote,
    { ...remote, uses: { a: { range: false, exports: ['b'] } }, budgetBytes: 1 },
  ],
  ['values with bounds', Bounded, bounded],
  ['a remote', RemoteDescription, remote],
  ['the registry', RemoteRegistry, { remotes: [remote] }],
  ['the configuration', PublicConfig, config],
]

const pathsOf = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [
        [key],
        ...pathsOf(inner).map((rest) => [key, ...rest]),
      ])
    : []

test.each(cases)('%s is accepted unchanged', (_name, schema, value) => {
  expect(fits(schema, value)).toBe(true)
})

test.each(cases)(
  '%s with one changed value is accepted exactly when TypeBox accepts it',
  (_name, schema, value) => {
    const other = fc.oneof(
      fc.anything(),
      fc.constantFrom('user', '/', 'a', '😀', 'aaa', true, {}, undefined, -1, 0, 1, 1.5, 3),
      fc.constantFrom([], ['a'], ['a', 'a'], ['a', 'a', 'a']),
    )
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(value)), other, fc.boolean(), (path, changed, removed) => {
        const copy = structuredClone(value)
        const inner = path.slice(0, -1).reduce<Record<string, never>>((at, key) => at[key]!, copy as never)
        if (removed) delete inner[path.at(-1)!]
        else inner[path.at(-1)!] = changed as never
        expect(fits(schema, copy)).toBe(Value.Check(schema, copy))
      }),
      { numRuns: 2_000 },
    )
  },
)

test('throws on an unsupported type', () => {
  expect(() => fits({ type: 'bigint' } as TSchema, 1)).toThrow('bigint')
})

test('names the first property of an object that is missing or invalid', () => {
  expect(misfit(LineAudioJob, job)).toBeUndefined()
  expect(misfit(LineAudioJob, { ...job, path: undefined })).toBe('path')
  expect(misfit(LineAudioJob, { ...job, tracedAt: -1 })).toBe('tracedAt')
})
