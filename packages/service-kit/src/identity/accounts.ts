import { Type, type Static } from '@andscene/contracts/schema/schema'
import { OperatorError } from '../operator-error.ts'

/**
 * The identity service: Firebase, or with IDENTITY_URL the embedded identity (its address and the secret of its port).
 */
export const AccountsConfig = Type.Object({
  FIREBASE_PROJECT_ID: Type.String({
    description: 'Firebase project for sign-in, instead of the embedded identity',
  }),
  IDENTITY_URL: Type.Optional(Type.String()),
  IDENTITY_SECRET: Type.Optional(Type.String()),
  ALLOW_PUBLIC_EMULATOR: Type.Optional(
    Type.String({
      description:
        '`yes` allows the embedded identity on another HOST or with NODE_ENV=production (not recommended)',
    }),
  ),
})
export type AccountsConfig = Static<typeof AccountsConfig>

/** Throws OperatorError for the embedded identity in production (architecture §4) and for an incomplete configuration. */
export function checkAccounts(config: AccountsConfig & { NODE_ENV: string }): void {
  if (!config.IDENTITY_URL) return
  if (config.NODE_ENV === 'production' && config.ALLOW_PUBLIC_EMULATOR !== 'yes')
    throw new OperatorError('IDENTITY_URL: the embedded identity must not serve production')
  if (!config.IDENTITY_SECRET) throw new OperatorError('IDENTITY_SECRET: is required with IDENTITY_URL')
}

/** The identity service's accounts, with an administrator's rights. All reject with AWAY while it is unavailable. */
export type IdentityAccounts = {
  /** Undefined for an address that is not verified and for an unknown account. */
  verifiedEmail(uid: string): Promise<string | undefined>
  /** Undefined for an unknown account. */
  createdAt(uid: string): Promise<Date | undefined>
  /** Deletes the account permanently; resolves also for an unknown one. */
  remove(uid: string): Promise<void>
}

/** Timeout of a call to the identity service, whose library would wait 25 s for accounts. */
export const RESPONSE_LIMIT_MS = 8_000

/** Undefined for an invalid time. */
export function dateOf(time: string | number | undefined): Date | undefined {
  const date = new Date(time ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Accounts of Firebase or of the embedded identity. Loads Firebase's library on the first call, because it is large. */
export function connectAccounts(config: AccountsConfig): {
  accounts: IdentityAccounts
  close(): Promise<void>
} {
  let connecting: Promise<{ accounts: IdentityAccounts; close(): Promise<void> }> | undefined
  const connect = async () => {
    const { embeddedConnection, embeddedAccounts } = await import('./embedded-accounts.ts')
    const embedded = embeddedConnection(config)
    if (embedded) return { accounts: embeddedAccounts(embedded).accounts, close: async () => {} }
    const { connectFirebase } = await import('./firebase-accounts.ts')
    return connectFirebase(config.FIREBASE_PROJECT_ID)
  }
  const accounts = async () => (await (connecting ??= connect())).accounts
  return {
    accounts: {
      verifiedEmail: async (uid) => (await accounts()).verifiedEmail(uid),
      createdAt: async (uid) => (await accounts()).createdAt(uid),
      remove: async (uid) => (await accounts()).remove(uid),
    },
    close: async () => (await connecting)?.close(),
  }
}
