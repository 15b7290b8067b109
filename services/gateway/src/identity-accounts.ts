import { deleteIdentity, readIdentity } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { countStrangers } from './count-strangers.ts'

/** The identity service's accounts, as an administrator reaches them. All reject with AWAY while it is unavailable. */
export type IdentityAccounts = {
  /** The person's address, if they have proved that it is theirs; undefined also for somebody who is not there. */
  verifiedEmail(uid: string): Promise<string | undefined>
  /** When the account was made; undefined for somebody who is not there. */
  createdAt(uid: string): Promise<Date | undefined>
  /** Deletes the account, for good; one that is gone already is no failure. */
  remove(uid: string): Promise<void>
}

/** Undefined for what is no time. */
export function dateOf(time: string | number | undefined): Date | undefined {
  const date = new Date(time ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/**
 * What the scripts service asks for when somebody deletes their account (decisions/0029). The gateway has it, because no
 * other process may speak to the identity service; outside, no token opens these routes.
 */
export async function identityAccounts(app: App, accounts: IdentityAccounts): Promise<void> {
  countStrangers(app, deleteIdentity.callers)

  implement(app, readIdentity, async ({ params: { uid } }) => {
    const verifiedEmail = await accounts.verifiedEmail(uid)
    return { data: { ...(verifiedEmail !== undefined && { verifiedEmail }) } }
  })

  implement(app, deleteIdentity, async ({ params: { uid } }) => {
    await accounts.remove(uid)
    return {}
  })
}
