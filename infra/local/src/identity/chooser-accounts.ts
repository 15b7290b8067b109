import errors from 'firebase-tools/lib/emulator/auth/errors.js'
import type { IdentityState } from './state-file.ts'

/**
 * The local account chooser stands in for Google's and proves nothing: whoever reaches the platform may name any e-mail in it.
 * So it opens only accounts that have no password; by itself the emulator would link it to the account of that e-mail.
 */
export function keepFromPasswordAccounts(state: IdentityState): void {
  const update = state.updateUserByLocalId.bind(state)
  state.updateUserByLocalId = (localId, fields, options = {}) => {
    // Whichever provider the request names, `password` included.
    const comesByChooser = (options.upsertProviders ?? []).length > 0
    if (comesByChooser && state.getUserByLocalId(localId)?.passwordHash) errors.assert(false, 'EMAIL_EXISTS')
    return update(localId, fields, options)
  }
}
