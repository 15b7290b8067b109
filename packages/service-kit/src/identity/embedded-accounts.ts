import { IDENTITY_SECRET_HEADER } from '@andscene/contracts/platform'
import { isOk, jsonOf, sendRequest } from '../calls/send-request.ts'
import { dependencyUnavailable } from '../http-error.ts'
import { dateOf, RESPONSE_LIMIT_MS, type AccountsConfig, type IdentityAccounts } from './accounts.ts'

export type EmbeddedConnection = {
  projectId: string
  /** Address of the identity part. */
  url: string
  /** The secret that its port requires. */
  secret: string
}

/** Undefined when identity is Firebase. */
export function embeddedConnection(config: AccountsConfig): EmbeddedConnection | undefined {
  const { FIREBASE_PROJECT_ID: projectId, IDENTITY_URL: url, IDENTITY_SECRET: secret } = config
  return url && secret ? { projectId, url, secret } : undefined
}

export type EmbeddedUser = {
  localId: string
  disabled?: boolean
  /** Seconds since 1970. */
  validSince?: string
  email?: string
  emailVerified?: boolean
  /** Milliseconds since 1970. */
  createdAt?: string
}

/** Accounts of the embedded identity, through its REST interface. `findUser` rejects with any error while it is unavailable. */
export function embeddedAccounts({ projectId, url, secret }: EmbeddedConnection) {
  const call = async (name: string, body: object): Promise<object> => {
    const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${name}`
    const response = await sendRequest(new URL(path, url), {
      method: 'POST',
      headers: {
        // The administrator's token of the emulator.
        authorization: 'Bearer owner',
        'content-type': 'application/json',
        [IDENTITY_SECRET_HEADER]: secret,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    })
    if (isOk(response)) return (await jsonOf(response)) as object
    response.resume()
    throw new Error(`The identity part responded to ${name} with ${response.statusCode}`)
  }
  const findUser = async (uid: string): Promise<EmbeddedUser | undefined> => {
    const { users = [] } = (await call('lookup', { localId: [uid] })) as { users?: EmbeddedUser[] }
    return users.find(({ localId }) => localId === uid)
  }
  const accounts: IdentityAccounts = {
    verifiedEmail: (uid) =>
      orAway(async () => {
        const user = await findUser(uid)
        return user?.emailVerified ? user.email : undefined
      }),
    createdAt: (uid) =>
      orAway(async () => {
        const { createdAt } = (await findUser(uid)) ?? {}
        return createdAt === undefined ? undefined : dateOf(Number(createdAt))
      }),
    remove: (uid) =>
      orAway(async () => {
        if (await findUser(uid)) await call('delete', { localId: uid })
      }),
  }
  return { accounts, findUser }
}

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw dependencyUnavailable('identity', cause)
  }
}
