import sentences from './data/identity-errors.json' with { type: 'json' }

/** Messages of product §8 for errors of the identity service. */

const codeOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

type Action = keyof typeof sentences
const known = (action: Action, error: unknown): string | undefined =>
  (sentences[action].codes as Record<string, string>)[codeOf(error) ?? '']

const errorOf = (action: Action) => (error: unknown) => known(action, error) ?? sentences[action].other
/** The message for an unknown error, with its code. */
const namedErrorOf = (action: Action, title: `${string}:`) => (error: unknown) =>
  known(action, error) ?? (codeOf(error) ? `${title} ${codeOf(error)}` : sentences[action].other)

export const loginError = errorOf('login')
export const googleError = namedErrorOf('google', 'Authentication error:')
export const registerError = namedErrorOf('register', 'Registration error:')
export const resetError = errorOf('reset')
export const sendVerificationError = errorOf('sendVerification')
export const applyCodeError = errorOf('applyCode')
export const newPasswordError = errorOf('newPassword')
export const confirmError = errorOf('confirm')
export const changePasswordError = errorOf('changePassword')

/** Whether a verification code is still valid after this error, because something else failed. */
export const isCodeOpen = (error: unknown): boolean => known('applyCode', error) === undefined

/** The provider's policy rejected the password; `misses` as returned by `passwordPolicyMisses`. */
export const policyError = (misses: string[]) =>
  `Password does not meet requirements: it needs ${misses.join(', ')}.`

export const LOGOUT_ERROR = 'An error occurred during logout'
