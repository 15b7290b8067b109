import { expect, test } from 'vitest'
import { confirmError, googleError, isCodeOpen, loginError, registerError } from './identity-errors.ts'

test.each([
  [loginError, 'auth/invalid-credential', 'Invalid email or password'],
  [loginError, 'auth/too-many-requests', 'An error occurred during login'],
  [loginError, undefined, 'An error occurred during login'],
  [googleError, 'auth/too-many-requests', 'Authentication error: auth/too-many-requests'],
  [googleError, undefined, 'An error occurred during Google login. Please try again.'],
  [registerError, 'auth/too-many-requests', 'Registration error: auth/too-many-requests'],
  [confirmError, 'auth/popup-blocked', 'Popup was blocked. Please allow popups for this site.'],
  [isCodeOpen, 'auth/expired-action-code', false],
  [isCodeOpen, 'auth/network-request-failed', true],
] as const)('product §8 %o of %s: %s', (result, code, expected) => {
  expect(result(code && { code })).toBe(expected)
})
