import { deleteAccount } from '@andscene/contracts/routes/account'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { accountClosed } from '../store/account-store.ts'

/**
 * Deletion of one's own account (product §7). When it responds the account is closed, durably: it takes nothing new, no
 * token of it reaches anything here, and all that is left of it is erased however often processes end meanwhile.
 */
export function accountRoutes(app: App, { stores: { accounts }, clock, erasure }: Context): void {
  app.addHook('preHandler', async ({ uid, routeOptions }) => {
    // Asked for again, because the response was lost, the deletion succeeds again.
    if (uid === '' || routeOptions.url === deleteAccount.path) return
    if (await accounts.isClosed(uid)) throw accountClosed()
  })

  implement(app, deleteAccount, async ({ uid, id: requestId }) => {
    await accounts.close({ uid, requestId }, clock.now())
    erasure.wake()
    return { message: 'Your account is deleted.' }
  })
}
