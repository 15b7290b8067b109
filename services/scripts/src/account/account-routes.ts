import { deleteAccount } from '@andscene/contracts/routes/account'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { accountClosed } from '../store/account-store.ts'

/**
 * Deletes the caller's own account (product §7). When it responds, the account is closed durably: it accepts nothing
 * new, none of its tokens works, and all of its data is erased, also when processes crash meanwhile.
 */
export function accountRoutes(app: App, { stores: { accounts }, clock, erasure }: Context): void {
  app.addHook('preHandler', async ({ uid, routeOptions }) => {
    // A repeated deletion, after a lost response, succeeds again.
    if (uid === '' || routeOptions.url === deleteAccount.path) return
    if (await accounts.isClosed(uid)) throw accountClosed()
  })

  implement(app, deleteAccount, async ({ uid, id: requestId }) => {
    await accounts.close({ uid, requestId }, clock.now())
    erasure.wake()
    return { message: 'Your account is deleted.' }
  })
}
