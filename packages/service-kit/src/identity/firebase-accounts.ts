import { deleteApp, initializeApp, type AppOptions } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { HttpError } from '../http-error.ts'
import { countDependencyError } from '../metrics/process-metrics.ts'
import { withTimeout } from '../timeouts.ts'
import { dateOf, RESPONSE_LIMIT_MS, type IdentityAccounts } from './accounts.ts'

/** Firebase's accounts. `appOptions` override the credentials that the library finds in the environment. */
export function connectFirebase(
  projectId: string,
  appOptions: Pick<AppOptions, 'credential' | 'httpAgent'> = {},
  limitMs = RESPONSE_LIMIT_MS,
) {
  const app = initializeApp({ projectId, ...appOptions }, 'accounts')
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
  return { auth, accounts, close: () => deleteApp(app) }
}

/** Undefined for an unknown account; any other failure is an outage. */
async function ofAccount<T>(work: () => Promise<T>, limitMs: number): Promise<T | undefined> {
  try {
    return await withTimeout(work(), limitMs)
  } catch (error) {
    if ((error as { code?: string }).code === 'auth/user-not-found') return undefined
    countDependencyError('identity')
    throw new HttpError('AWAY', 'Accounts cannot be reached right now', { cause: error })
  }
}
