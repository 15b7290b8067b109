import { connectFirebase } from '@andscene/service-kit/identity/firebase-accounts'
import { createIdTokenVerifier, type VerifierOptions } from './identity.ts'

/** Verifies Firebase ID tokens. `appOptions` override the credentials from the environment. */
export function verifyFirebase(
  projectId: string,
  appOptions?: Parameters<typeof connectFirebase>[1],
  options?: VerifierOptions,
) {
  const { auth, close } = connectFirebase(projectId, appOptions)
  return { verify: createIdTokenVerifier((token) => auth.verifyIdToken(token, true), options), close }
}
