import { getConfig } from '../config.ts'

const CODES: Record<string, string> = {
  INVALID_OOB_CODE: 'auth/invalid-action-code',
  EXPIRED_OOB_CODE: 'auth/expired-action-code',
  USER_DISABLED: 'auth/user-disabled',
}

/**
 * Applies a verification code at the embedded identity service, which also requires the account's token; the SDK sends
 * only the code. Rejects with the error codes of the SDK.
 */
export async function applyEmbeddedCode(oobCode: string, idToken: string): Promise<void> {
  const { identityEmulator = '', firebase } = getConfig()
  const { origin } = new URL(identityEmulator, location.origin)
  const address = `${origin}/identitytoolkit.googleapis.com/v1/accounts:update?key=${encodeURIComponent(firebase.apiKey)}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ oobCode, idToken }),
  }).catch((cause: unknown) => {
    throw Object.assign(new Error('Identity cannot be reached', { cause }), {
      code: 'auth/network-request-failed',
    })
  })
  if (response.ok) return
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } }
  const message = error?.message ?? 'INTERNAL'
  throw Object.assign(new Error(message), { code: CODES[message] ?? 'auth/internal-error' })
}
