import { CALL_TIMEOUT_MS } from '@andscene/contracts/define-route'
import { isOk, jsonOf, sendRequest } from '@andscene/service-kit/calls/send-request'
import type { Platform } from '../platform.ts'

const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded'

/** Undefined if the account was deleted or its password changed. */
export async function signInDemo(
  { origin, demo }: Pick<Platform, 'origin' | 'demo'>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const limit = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const response = await sendRequest(new URL(SIGN_IN, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demo, returnSecureToken: true }),
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  })
  const body = (await jsonOf(response)) as { idToken?: string; error?: { message?: string } }
  if (isOk(response)) return body.idToken
  if (/^(EMAIL_NOT_FOUND|INVALID_PASSWORD|INVALID_LOGIN_CREDENTIALS)/.test(body.error?.message ?? ''))
    return undefined
  throw new Error(`The sign-in of the demo account got ${response.statusCode}`)
}
