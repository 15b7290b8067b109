import { describe, expect, test } from 'vitest'
import { checkExposure } from './exposure.ts'
import { readPublicOrigin } from './settings.ts'
import { launch } from './testing/launched.ts'

const REAL = { FIREBASE_PROJECT_ID: 'and-scene' }

describe('product §6: the embedded identity serves this machine alone', () => {
  test.each([
    [{}, '0.0.0.0', /^HOST=0\.0\.0\.0 opens the platform to the network, .* ALLOW_PUBLIC_EMULATOR=yes/],
    [{ FIREBASE_PROJECT_ID: 'demo-x' }, '192.168.1.4', /^HOST=192\.168\.1\.4 opens/],
    [{ NODE_ENV: 'production' }, '127.0.0.1', /^NODE_ENV=production, .* ALLOW_PUBLIC_EMULATOR=yes/],
    [{ NODE_ENV: 'production' }, '::', /^HOST=:: opens the platform to the network and NODE_ENV=production/],
    [{ ALLOW_PUBLIC_EMULATOR: 'true' }, '0.0.0.0', /^HOST/],
  ])('refuses %o on %s', (env, host, sentence) => {
    expect(() => checkExposure(env, host)).toThrow(sentence)
  })

  test('runs, and warns, when that is allowed by name', () => {
    const env = { ALLOW_PUBLIC_EMULATOR: 'yes', NODE_ENV: 'production' }
    expect(checkExposure(env, '0.0.0.0')).toMatch(/^HOST=0\.0\.0\.0 .* meant for this machine alone/)
  })

  test('says nothing on this machine, nor of real identity anywhere', () => {
    expect(checkExposure({}, '127.0.0.1')).toBeUndefined()
    expect(checkExposure({ ...REAL, NODE_ENV: 'production' }, '0.0.0.0')).toBeUndefined()
  })

  test('refuses a left-over FIREBASE_AUTH_EMULATOR_HOST beside real identity', () => {
    const env = { ...REAL, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    expect(() => checkExposure(env, '127.0.0.1')).toThrow(/^FIREBASE_AUTH_EMULATOR_HOST must not be set/)
  })

  test.each([
    { HOST: '0.0.0.0', NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { NODE_ENV: 'production' },
    { ...REAL, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
  ])('npm start with %o ends with one sentence and exit code 1', async (env) => {
    const run = await launch({ env })
    expect(await run.exited).toBe(1)
    expect(run.said.err.trimEnd()).toMatch(/^(HOST=|NODE_ENV=|FIREBASE_AUTH_EMULATOR_HOST ).*\.$/)
    expect(run.said.out).not.toContain('Ready:')
  })

  test('npm start that is allowed warns in its log', async () => {
    const run = await launch({ env: { HOST: '0.0.0.0', ALLOW_PUBLIC_EMULATOR: 'yes' } })
    await run.ready()
    expect(run.said.out).toMatch(/HOST=0\.0\.0\.0 opens the platform to the network/)
  })
})

test.each([
  'read.example',
  'ftp://read.example',
  'https://read.example/app',
  'https://a@read.example',
  'a,b',
])('refuses PUBLIC_ORIGIN=%s, which links are made of', (text) =>
  expect(() => readPublicOrigin({ PUBLIC_ORIGIN: text }, 4200)).toThrow(/^PUBLIC_ORIGIN must be an address/),
)

test('takes PUBLIC_ORIGIN as the address people use', () => {
  expect(readPublicOrigin({ PUBLIC_ORIGIN: 'https://Read.example/' }, 4200)).toBe('https://read.example')
  expect(readPublicOrigin({}, 4300)).toBe('http://localhost:4300')
})
