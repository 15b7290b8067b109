import { expect, test } from 'vitest'
import { readIdentityConfig } from './config.ts'

const ENV = {
  HOST: '0.0.0.0',
  PORT: '8080',
  DATA_DIR: '/data',
  FIREBASE_PROJECT_ID: 'demo-test',
  PUBLIC_ORIGIN: 'http://localhost:4200',
  IDENTITY_PRIVATE_KEY: 'a2V5',
  IDENTITY_SECRET: 'secret',
}

test('product §6: the embedded identity listens on loopback only, unless another host is explicitly permitted', () => {
  expect(readIdentityConfig(ENV).host).toBe('127.0.0.1')
  expect(readIdentityConfig({ ...ENV, ALLOW_PUBLIC_EMULATOR: 'yes' }).host).toBe('0.0.0.0')
})

test('architecture §4: production rejects the embedded identity unless it is explicitly permitted', () => {
  const production = { ...ENV, NODE_ENV: 'production' }
  expect(() => readIdentityConfig(production)).toThrow('does not run in production')
  expect(readIdentityConfig({ ...production, ALLOW_PUBLIC_EMULATOR: 'yes' }).port).toBe(8080)
})
