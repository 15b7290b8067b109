import { isLookalike } from '@andscene/contracts/address'

/** Validation of the account forms (product §5, wording of §8). Each check returns the problem, or undefined. */

type Problem = string | undefined

export function emailProblem(email: string): Problem {
  // A rough check; the identity service decides.
  const isOne = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) && !isLookalike(email)
  return isOne ? undefined : 'Invalid email format'
}

export const usernameProblem = (username: string): Problem =>
  username.trim() ? undefined : 'Username is required'

export const requiredPasswordProblem = (password: string): Problem =>
  password ? undefined : 'Password is required'
