import { expect, test } from 'vitest'
import {
  loginError,
  googleError,
  registerError,
  resetError,
  sendVerificationError,
  applyCodeError,
  newPasswordError,
  confirmError,
  changePasswordError,
} from './identity-errors.ts'

test.each([
  [loginError, 'auth/invalid-credential', 'Invalid email or password'],
  [loginError, 'auth/too-many-requests', 'An error occurred during login'],
  [loginError, undefined, 'An error occurred during login'],
  [googleError, 'auth/popup-closed-by-user', 'Login cancelled'],
  [googleError, 'auth/popup-blocked', 'Popup was blocked. Please allow popups for this site.'],
  [googleError, 'auth/cancelled-popup-request', 'The authentication request was cancelled.'],
  [
    googleError,
    'auth/unauthorized-domain',
    'This domain is not authorized for OAuth operations. Contact support.',
  ],
  [googleError, 'auth/too-many-requests', 'Authentication error: auth/too-many-requests'],
  [googleError, undefined, 'An error occurred during Google login. Please try again.'],
  [registerError, 'auth/email-already-in-use', 'Email is already registered'],
  [registerError, 'auth/invalid-email', 'Email address is invalid'],
  [
    registerError,
    'auth/operation-not-allowed',
    'Email/password accounts are not enabled. Please contact support.',
  ],
  [
    registerError,
    'auth/network-request-failed',
    'Network error. Please check your connection and try again.',
  ],
  [registerError, 'auth/too-many-requests', 'Registration error: auth/too-many-requests'],
  [registerError, 'auth/weak-password', expect.stringMatching(/^Password is too weak/)],
  [
    registerError,
    'auth/password-does-not-meet-requirements',
    expect.stringMatching(/^Password does not meet requirements/),
  ],
  [registerError, undefined, 'An error occurred during registration'],
  [resetError, 'auth/user-not-found', 'No account found with this email'],
  [resetError, 'auth/too-many-requests', 'An error occurred while sending reset email'],
  [sendVerificationError, 'auth/no-current-user', 'No user is currently signed in'],
  [sendVerificationError, 'auth/too-many-requests', 'Too many requests. Please try again later'],
  [sendVerificationError, undefined, 'An error occurred while sending verification email'],
  [applyCodeError, 'auth/invalid-action-code', 'Invalid or expired verification link'],
  [applyCodeError, 'auth/user-disabled', 'User account has been disabled'],
  [applyCodeError, 'auth/too-many-requests', 'An error occurred while verifying your email'],
  [newPasswordError, 'auth/too-many-requests', 'Too many requests. Please try again later'],
  [confirmError, 'auth/too-many-requests', 'Too many requests. Please try again later'],
  [changePasswordError, 'auth/too-many-requests', 'Too many requests. Please try again later'],
] as const)('product §8 $0.name of $1: $2', (sentence, code, text) => {
  expect(sentence(code && { code })).toEqual(text)
})
