import apiSpec from 'firebase-tools/lib/emulator/auth/apiSpec.js'
import server from 'firebase-tools/lib/emulator/auth/server.js'
import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js'
import type { RequestListener } from 'node:http'

const ADMIN = '/v1/projects/{targetProjectId}/accounts'
/**
 * The calls the platform uses. The emulator compiles validators for every call of its description at start, which takes
 * seconds for all 80 of them; and what is not there cannot be misused.
 */
const USED_CALLS = new Set([
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

/** The Firebase Auth emulator as a request listener, over the given project's state. */
export async function createEmulator(projectId: string, state: AgentProjectState): Promise<RequestListener> {
  const { paths } = apiSpec.default
  for (const call of Object.keys(paths)) if (!USED_CALLS.has(call)) delete paths[call]
  return server.createApp(projectId, 0, new Map([[projectId, state]]))
}
