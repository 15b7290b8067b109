/** The rules for a new password (product §5, messages of §8). Each check returns the problem, or undefined. */

const PASSWORD_LEAST = 8
const PASSWORD_MOST = 15

export const PASSWORD_RULES: { text: string; met: (password: string) => boolean }[] = [
  {
    text: `${PASSWORD_LEAST} to ${PASSWORD_MOST} characters`,
    met: (password) => password.length >= PASSWORD_LEAST && password.length <= PASSWORD_MOST,
  },
  { text: 'An uppercase letter', met: (password) => /[A-Z]/.test(password) },
  { text: 'A lowercase letter', met: (password) => /[a-z]/.test(password) },
  { text: 'A number', met: (password) => /[0-9]/.test(password) },
  { text: 'A special character', met: (password) => /[^A-Za-z0-9\s]/.test(password) },
]

export function newPasswordProblem(password: string): string | undefined {
  if (!password) return 'Password is required'
  if (password.length < PASSWORD_LEAST) return 'Password must be at least 8 characters'
  if (password.length > PASSWORD_MOST) return 'Password must be no more than 15 characters'
  if (PASSWORD_RULES.every(({ met }) => met(password))) return undefined
  return 'Password must include at least one uppercase letter, one lowercase letter, one number, and one special character'
}

export function confirmProblem(password: string, confirmation: string): string | undefined {
  if (!confirmation) return 'Please confirm your password'
  return password === confirmation ? undefined : 'Passwords do not match'
}
