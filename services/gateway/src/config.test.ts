import { describe, expect, test } from 'vitest'
import { gatewayConfig } from './config.ts'

const ENV = {
  FIREBASE_PROJECT_ID: 'p',
  SCRIPTS_URL: 'x',
  TTS_URL: 'x',
  SUBSCRIPTIONS_URL: 'x',
  INTERNAL_PRIVATE_KEY: 'x',
}
const EMBEDDED = { IDENTITY_URL: 'http://127.0.0.1:1', IDENTITY_SECRET: 's', IDENTITY_PUBLIC_KEY: 'k' }

describe('product §10: trusted identity', () => {
  test.each([{}, { NODE_ENV: 'production' }, EMBEDDED])(
    'refuses a leftover FIREBASE_AUTH_EMULATOR_HOST, also with %o: firebase-admin would accept unsigned tokens',
    (env) =>
      expect(() => gatewayConfig({ ...ENV, ...env, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toThrow(
        /^FIREBASE_AUTH_EMULATOR_HOST: must not be set/,
      ),
  )

  test('architecture §4: refuses the embedded identity in production unless explicitly allowed', () => {
    const env = { ...ENV, ...EMBEDDED, NODE_ENV: 'production' }
    expect(() => gatewayConfig(env)).toThrow(/must not serve production/)
    expect(() => gatewayConfig({ ...env, ALLOW_PUBLIC_EMULATOR: 'true' })).toThrow(/must not serve/)
    expect(gatewayConfig({ ...env, ALLOW_PUBLIC_EMULATOR: 'yes' }).IDENTITY_URL).toBe(EMBEDDED.IDENTITY_URL)
  })

  test('refuses an embedded identity without the key or secret that verification requires', () => {
    expect(() => gatewayConfig({ ...ENV, ...EMBEDDED, IDENTITY_PUBLIC_KEY: '' })).toThrow(/is required/)
    expect(() => gatewayConfig({ ...ENV, ...EMBEDDED, IDENTITY_SECRET: undefined })).toThrow(/is required/)
  })
})
