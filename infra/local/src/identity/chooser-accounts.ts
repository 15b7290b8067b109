import errors from 'firebase-tools/lib/emulator/auth/errors.js'
import type { IdentityState } from './state-file.ts'

/** The local chooser accepts any e-mail address, so it opens only accounts without a password. */
export function protectPasswordAccounts(state: IdentityState): void {
  const update = state.updateUserByLocalId.bind(state)
  state.updateUserByLocalId = (localId, fields, options = {}) => {
    // Applies to every provider that the request names, including `password`.
    const comesByChooser = (options.upsertProviders ?? []).length > 0
    if (comesByChooser && state.getUserByLocalId(localId)?.passwordHash) errors.assert(false, 'EMAIL_EXISTS')
    return update(localId, fields, options)
  }
}
