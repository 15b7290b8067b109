import { describe, expect, test } from 'vitest'
import { checkExposure } from './exposure.ts'
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

  test('npm start ends with one sentence and exit code 1', async () => {
    const run = await launch({ env: { HOST: '0.0.0.0', NODE_ENV: 'production' } })
    expect(await run.exited).toBe(1)
    expect(run.said.err.trimEnd()).toMatch(/^HOST=.*\.$/)
    expect(run.said.out).not.toContain('Ready:')
  })

  test('npm start that is allowed warns in its log', async () => {
    const run = await launch({ env: { HOST: '0.0.0.0', ALLOW_PUBLIC_EMULATOR: 'yes' } })
    await run.ready()
    expect(run.said.out).toMatch(/HOST=0\.0\.0\.0 opens the platform to the network/)
  })
})
