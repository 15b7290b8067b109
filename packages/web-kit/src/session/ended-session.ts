/** The end of a session that its user did not end. Kept in this tab until the next sign-in, for the login page. */

const KEY = 'andscene_ended_session'

const REASONS: Record<string, string> = {
  SESSION_REVOKED: 'Your session ended because your password was changed.',
  ACCOUNT_DISABLED: 'Your session ended because your account was disabled.',
  ACCOUNT_DELETED: 'Your session ended because your account was deleted.',
}
const UNKNOWN = 'Your session has ended.'

/** `code`: the error code of the backend; others than those of REASONS report no reason. */
export function rememberEnd(code = ''): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Storage is full or blocked: no reason is shown.
  }
}

/** Returns why the last session of this tab ended, as a sentence, and whether the user can log in again. */
export function endedSession(): { sentence: string; mayReturn: boolean } | undefined {
  let code: string | null
  try {
    code = sessionStorage.getItem(KEY)
  } catch {
    return undefined
  }
  if (code === null) return undefined
  const mayReturn = code !== 'ACCOUNT_DISABLED' && code !== 'ACCOUNT_DELETED'
  return { sentence: REASONS[code] ?? UNKNOWN, mayReturn }
}

export function forgetEnd(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {}
}
