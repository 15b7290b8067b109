import apiSpec from 'firebase-tools/lib/emulator/auth/apiSpec.js'
import server from 'firebase-tools/lib/emulator/auth/server.js'
import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js'
import type { RequestListener } from 'node:http'
import { USED_CALLS } from './calls.ts'

/** Creates a request listener of the Firebase Auth emulator for the given project's state. */
export async function createEmulator(projectId: string, state: AgentProjectState): Promise<RequestListener> {
  const { paths } = apiSpec.default
  for (const call of Object.keys(paths)) if (!USED_CALLS.has(call)) delete paths[call]
  return server.createApp(projectId, 0, new Map([[projectId, state]]))
}
