import errors from 'firebase-tools/lib/emulator/auth/errors.js'
import type { IdentityState } from './state-file.ts'

/** In the local chooser a visitor may name any e-mail, so it opens only accounts that have no password. */
export function keepFromPasswordAccounts(state: IdentityState): void {
  const update = state.updateUserByLocalId.bind(state)
  state.updateUserByLocalId = (localId, fields, options = {}) => {
    // Whichever provider the request names, `password` included.
    const comesByChooser = (options.upsertProviders ?? []).length > 0
    if (comesByChooser && state.getUserByLocalId(localId)?.passwordHash) errors.assert(false, 'EMAIL_EXISTS')
    return update(localId, fields, options)
  }
}
