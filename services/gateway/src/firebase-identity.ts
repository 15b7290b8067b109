import { HttpError } from '@andscene/service-kit/http-error'
import { countDependencyError } from '@andscene/service-kit/metrics/process-metrics'
import { deleteApp, initializeApp, type AppOptions } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { dateOf, type IdentityAccounts } from './identity-accounts.ts'
import { createIdTokenVerifier, inTime, RESPONSE_LIMIT_MS, type VerifierOptions } from './identity.ts'

/** Firebase. `appOptions` say how to get there, if not by itself. */
export function connectFirebase(
  projectId: string,
  appOptions: Pick<AppOptions, 'credential' | 'httpAgent'> = {},
  options: VerifierOptions = {},
) {
  const { limitMs = RESPONSE_LIMIT_MS } = options
  const app = initializeApp({ projectId, ...appOptions }, 'gateway')
  const auth = getAuth(app)
  const accounts: IdentityAccounts = {
    verifiedEmail: (uid) =>
      ofAccount(async () => {
        const { email, emailVerified } = await auth.getUser(uid)
        return emailVerified ? email : undefined
      }, limitMs),
    createdAt: (uid) =>
      ofAccount(async () => dateOf((await auth.getUser(uid)).metadata.creationTime), limitMs),
    remove: (uid) => ofAccount(() => auth.deleteUser(uid), limitMs),
  }
  return {
    accounts,
    verify: createIdTokenVerifier((token) => auth.verifyIdToken(token, true), options),
    close: () => deleteApp(app),
  }
}

/** Undefined for somebody who is not there; whatever else fails is an outage. */
async function ofAccount<T>(work: () => Promise<T>, limitMs: number): Promise<T | undefined> {
  try {
    return await inTime(work(), limitMs)
  } catch (error) {
    if ((error as { code?: string }).code === 'auth/user-not-found') return undefined
    countDependencyError('identity')
    throw new HttpError('AWAY', 'Accounts cannot be reached right now', { cause: error })
  }
}
