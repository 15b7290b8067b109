import { describe, expect, test } from 'vitest'
import { checkExposure } from './exposure.ts'
import { launch } from './testing/launched.ts'

const REAL = { FIREBASE_PROJECT_ID: 'and-scene' }

describe('product §6: the embedded identity is reachable from this machine only', () => {
  test.each([
    [{}, '0.0.0.0', /^HOST=0\.0\.0\.0 opens the platform to the network, .* ALLOW_PUBLIC_EMULATOR=yes/],
    [{ FIREBASE_PROJECT_ID: 'demo-x' }, '192.168.1.4', /^HOST=192\.168\.1\.4 opens/],
    [{ NODE_ENV: 'production' }, '127.0.0.1', /^NODE_ENV=production, .* ALLOW_PUBLIC_EMULATOR=yes/],
    [{ NODE_ENV: 'production' }, '::', /^HOST=:: opens the platform to the network and NODE_ENV=production/],
    [{ ALLOW_PUBLIC_EMULATOR: 'true' }, '0.0.0.0', /^HOST/],
  ])('rejects %o on %s', (env, host, sentence) => {
    expect(() => checkExposure(env, host)).toThrow(sentence)
  })

  test('with the explicit permission, starts and returns a warning', () => {
    const env = { ALLOW_PUBLIC_EMULATOR: 'yes', NODE_ENV: 'production' }
    expect(checkExposure(env, '0.0.0.0')).toMatch(/^HOST=0\.0\.0\.0 .* meant for this machine alone/)
  })

  test('returns no warning on loopback, nor with real identity anywhere', () => {
    expect(checkExposure({}, '127.0.0.1')).toBeUndefined()
    expect(checkExposure({ ...REAL, NODE_ENV: 'production' }, '0.0.0.0')).toBeUndefined()
  })

  test('rejects a left-over FIREBASE_AUTH_EMULATOR_HOST next to real identity', () => {
    const env = { ...REAL, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    expect(() => checkExposure(env, '127.0.0.1')).toThrow(/^FIREBASE_AUTH_EMULATOR_HOST must not be set/)
  })

  test('without permission, npm start exits with 1 and prints one sentence', async () => {
    const run = await launch({ env: { HOST: '0.0.0.0', NODE_ENV: 'production' } })
    expect(await run.exited).toBe(1)
    expect(run.said.err.trimEnd()).toMatch(/^HOST=.*\.$/)
    expect(run.said.out).not.toContain('Ready:')
  })

  test('with permission, npm start logs a warning', async () => {
    const run = await launch({ env: { HOST: '0.0.0.0', ALLOW_PUBLIC_EMULATOR: 'yes' } })
    await run.ready()
    expect(run.said.out).toMatch(/HOST=0\.0\.0\.0 opens the platform to the network/)
  })
})
