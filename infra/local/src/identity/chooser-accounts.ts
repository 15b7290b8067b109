import errors from 'firebase-tools/lib/emulator/auth/errors.js'
import type { IdentityState } from './state-file.ts'

/**
 * The local account chooser replaces Google's and proves nothing: any visitor may name any e-mail in it.
 * So it opens only accounts that have no password; the emulator alone would link it to the account of that e-mail.
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
