const ADMIN = '/v1/projects/{targetProjectId}/accounts'
/**
 * The calls in use. At its start the emulator compiles validators for every call of its description; all 80 take
 * seconds.
 */
export const USED_CALLS = new Set([
  '/v1/accounts:signUp',
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:signInWithIdp',
  '/v1/accounts:lookup',
  '/v1/accounts:update',
  '/v1/accounts:sendOobCode',
  '/v1/accounts:resetPassword',
  '/v1/token',
  ADMIN,
  `${ADMIN}:lookup`,
  `${ADMIN}:update`,
  `${ADMIN}:delete`,
  '/emulator/v1/projects/{targetProjectId}/oobCodes',
])
const NAMES = new Set(['mailbox', ...[...USED_CALLS].map((call) => call.split('/').at(-1))])
/** Matches the call name in a URL: the emulator's, without project and account ids, or our own. */
const CALL = /\/(accounts(?::[a-zA-Z]+)?|token|oobCodes|mailbox)(?:[?/]|$)/

export function callOf(url = ''): string {
  const call = CALL.exec(url)?.[1]
  return call !== undefined && NAMES.has(call) ? call : 'other'
}
