import { expect, test } from 'vitest'
import { checkAccounts } from './accounts.ts'

const EMBEDDED = {
  FIREBASE_PROJECT_ID: 'p',
  NODE_ENV: 'development',
  IDENTITY_URL: 'http://127.0.0.1:1',
  IDENTITY_SECRET: 's',
}

test.each([
  [{ NODE_ENV: 'production' }, /^IDENTITY_URL: the embedded identity must not serve production$/],
  [{ NODE_ENV: 'production', ALLOW_PUBLIC_EMULATOR: 'true' }, /must not serve production/],
  [{ IDENTITY_SECRET: '' }, /^IDENTITY_SECRET: is required with IDENTITY_URL$/],
])('architecture §4: refuses the embedded identity with %o', (more, sentence) => {
  expect(() => checkAccounts({ ...EMBEDDED, ...more })).toThrow(sentence)
})

test.each([
  {},
  { NODE_ENV: 'production', ALLOW_PUBLIC_EMULATOR: 'yes' },
  { NODE_ENV: 'production', IDENTITY_URL: '', IDENTITY_SECRET: '' },
])('architecture §4: accepts %o', (more) => {
  expect(() => checkAccounts({ ...EMBEDDED, ...more })).not.toThrow()
})
