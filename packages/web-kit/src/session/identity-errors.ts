/** Sentences of product §8 for the identity service's errors. */

const codeOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const TOO_MANY_REQUESTS = 'Too many requests. Please try again later'

type Sentences = Record<string, string>
const pick = (sentences: Sentences, error: unknown): string | undefined => sentences[codeOf(error) ?? '']

const LOGIN: Sentences = {
  'auth/invalid-credential': 'Invalid email or password',
  'auth/wrong-password': 'Invalid email or password',
  'auth/user-not-found': 'Invalid email or password',
  'auth/invalid-email': 'Invalid email or password',
}
export const loginError = (error: unknown) => pick(LOGIN, error) ?? 'An error occurred during login'

const GOOGLE: Sentences = {
  'auth/popup-closed-by-user': 'Login cancelled',
  'auth/popup-blocked': 'Popup was blocked. Please allow popups for this site.',
  'auth/cancelled-popup-request': 'The authentication request was cancelled.',
  'auth/unauthorized-domain': 'This domain is not authorized for OAuth operations. Contact support.',
}
export const googleError = (error: unknown) => {
  const code = codeOf(error)
  if (!code) return 'An error occurred during Google login. Please try again.'
  return GOOGLE[code] ?? `Authentication error: ${code}`
}

const REGISTER: Sentences = {
  'auth/email-already-in-use': 'Email is already registered',
  'auth/weak-password': 'Password is too weak. Please choose a stronger password.',
  'auth/invalid-email': 'Email address is invalid',
  'auth/operation-not-allowed': 'Email/password accounts are not enabled. Please contact support.',
  'auth/network-request-failed': 'Network error. Please check your connection and try again.',
  'auth/password-does-not-meet-requirements':
    'Password does not meet requirements. Please check the rules below and try again.',
}
export const registerError = (error: unknown) => {
  const code = codeOf(error)
  if (!code) return 'An error occurred during registration'
  return REGISTER[code] ?? `Registration error: ${code}`
}

/** The provider's policy rejected the password; `misses` from `passwordPolicyMisses`. */
export const policyError = (misses: string[]) =>
  `Password does not meet requirements: it needs ${misses.join(', ')}.`

export const LOGOUT_ERROR = 'An error occurred during logout'

const RESET: Sentences = {
  'auth/user-not-found': 'No account found with this email',
}
export const resetError = (error: unknown) =>
  pick(RESET, error) ?? 'An error occurred while sending reset email'

const SEND_VERIFICATION: Sentences = {
  'auth/no-current-user': 'No user is currently signed in',
  'auth/too-many-requests': TOO_MANY_REQUESTS,
}
export const sendVerificationError = (error: unknown) =>
  pick(SEND_VERIFICATION, error) ?? 'An error occurred while sending verification email'

const APPLY_CODE: Sentences = {
  'auth/invalid-action-code': 'Invalid or expired verification link',
  'auth/expired-action-code': 'Invalid or expired verification link',
  'auth/user-disabled': 'User account has been disabled',
}
export const applyCodeError = (error: unknown) =>
  pick(APPLY_CODE, error) ?? 'An error occurred while verifying your email'
/** Whether the code is still valid, because something else failed. */
export const isCodeOpen = (error: unknown): boolean => pick(APPLY_CODE, error) === undefined

const NEW_PASSWORD: Sentences = {
  'auth/invalid-action-code': 'Invalid or expired reset link',
  'auth/expired-action-code': 'Invalid or expired reset link',
  'auth/user-disabled': 'User account has been disabled',
  'auth/user-not-found': 'No account found with this email',
  'auth/weak-password': REGISTER['auth/weak-password']!,
  'auth/password-does-not-meet-requirements': REGISTER['auth/password-does-not-meet-requirements']!,
  'auth/network-request-failed': REGISTER['auth/network-request-failed']!,
  'auth/too-many-requests': TOO_MANY_REQUESTS,
}
export const newPasswordError = (error: unknown) =>
  pick(NEW_PASSWORD, error) ?? 'An error occurred while resetting your password'

const CONFIRM: Sentences = {
  'auth/invalid-credential': 'Password is incorrect',
  'auth/wrong-password': 'Password is incorrect',
  'auth/user-mismatch': 'Please choose the account that you are signed in with.',
  'auth/user-not-found': 'Please log in again',
  'auth/user-disabled': 'User account has been disabled',
  'auth/no-current-user': 'No user is currently signed in',
  'auth/user-token-expired': 'Please log in again',
  'auth/network-request-failed': REGISTER['auth/network-request-failed']!,
  'auth/too-many-requests': TOO_MANY_REQUESTS,
}
export const confirmError = (error: unknown) =>
  pick(CONFIRM, error) ?? pick(GOOGLE, error) ?? 'An error occurred while confirming that it is you'

const CHANGE_PASSWORD: Sentences = {
  ...CONFIRM,
  'auth/invalid-credential': 'Current password is incorrect',
  'auth/wrong-password': 'Current password is incorrect',
  'auth/requires-recent-login': 'Please log in again before you change your password',
  'auth/weak-password': REGISTER['auth/weak-password']!,
  'auth/password-does-not-meet-requirements': REGISTER['auth/password-does-not-meet-requirements']!,
}
export const changePasswordError = (error: unknown) =>
  pick(CHANGE_PASSWORD, error) ?? 'An error occurred while changing your password'
