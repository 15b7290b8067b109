import { describe, expect, test } from 'vitest'
import * as errors from './identity-errors.ts'

const coded = (code: string) => ({ code })

const CATALOGUE: [string, (error: unknown) => string, [unknown, string][]][] = [
  [
    'Login',
    errors.loginError,
    [
      [coded('auth/invalid-credential'), 'Invalid email or password'],
      [new Error('x'), 'An error occurred during login'],
    ],
  ],
  [
    'Google',
    errors.googleError,
    [
      [coded('auth/popup-closed-by-user'), 'Login cancelled'],
      [coded('auth/popup-blocked'), 'Popup was blocked. Please allow popups for this site.'],
      [coded('auth/cancelled-popup-request'), 'The authentication request was cancelled.'],
      [
        coded('auth/unauthorized-domain'),
        'This domain is not authorized for OAuth operations. Contact support.',
      ],
      [coded('auth/internal-error'), 'Authentication error: auth/internal-error'],
      [new Error('x'), 'An error occurred during Google login. Please try again.'],
    ],
  ],
  [
    'Register',
    errors.registerError,
    [
      [coded('auth/email-already-in-use'), 'Email is already registered'],
      [coded('auth/invalid-email'), 'Email address is invalid'],
      [
        coded('auth/operation-not-allowed'),
        'Email/password accounts are not enabled. Please contact support.',
      ],
      [coded('auth/network-request-failed'), 'Network error. Please check your connection and try again.'],
      [coded('auth/internal-error'), 'Registration error: auth/internal-error'],
      [undefined, 'An error occurred during registration'],
    ],
  ],
  [
    'Reset',
    errors.resetError,
    [
      [coded('auth/user-not-found'), 'No account found with this email'],
      [coded('auth/internal-error'), 'An error occurred while sending reset email'],
    ],
  ],
  [
    'Verification send',
    errors.sendVerificationError,
    [
      [coded('auth/no-current-user'), 'No user is currently signed in'],
      [coded('auth/too-many-requests'), 'Too many requests. Please try again later'],
      [null, 'An error occurred while sending verification email'],
    ],
  ],
  [
    'Apply code',
    errors.applyCodeError,
    [
      [coded('auth/invalid-action-code'), 'Invalid or expired verification link'],
      [coded('auth/user-disabled'), 'User account has been disabled'],
      [coded('auth/internal-error'), 'An error occurred while verifying your email'],
    ],
  ],
]

test.each([
  [errors.loginError, 'An error occurred during login'],
  [errors.googleError, 'Authentication error: auth/too-many-requests'],
  [errors.registerError, 'Registration error: auth/too-many-requests'],
  [errors.resetError, 'An error occurred while sending reset email'],
  [errors.sendVerificationError, 'Too many requests. Please try again later'],
  [errors.applyCodeError, 'An error occurred while verifying your email'],
  [errors.newPasswordError, 'Too many requests. Please try again later'],
  [errors.confirmError, 'Too many requests. Please try again later'],
  [errors.changePasswordError, 'Too many requests. Please try again later'],
])('product §8 too many attempts, by %o: %s', (sentence, text) =>
  expect(sentence(coded('auth/too-many-requests'))).toBe(text),
)

describe.each(CATALOGUE)('product §8 %s', (_, sentence, rows) => {
  test.each(rows)('%o', (error, text) => expect(sentence(error)).toBe(text))
})

test.each([
  ['auth/weak-password', /^Password is too weak/],
  ['auth/password-does-not-meet-requirements', /^Password does not meet requirements/],
])('product §8 Register %s', (code, text) => expect(errors.registerError(coded(code))).toMatch(text))
