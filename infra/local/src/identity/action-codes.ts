import { addressesOf } from './deleted-accounts.ts'
import type { IdentityState } from './state-file.ts'

const HOUR_MS = 3_600_000
const LIFETIME_MS: Record<string, number> = { PASSWORD_RESET: HOUR_MS, VERIFY_EMAIL: 72 * HOUR_MS }

/** Makes codes expire: the emulator accepts them until they are used. Returns a function that removes expired ones. */
export function endActionCodes(state: IdentityState): () => void {
  const removeOver = () => {
    for (const { oobCode, requestType, sentAt = -Infinity } of state.oobs.values())
      if (Date.now() - sentAt >= (LIFETIME_MS[requestType] ?? 0)) state.oobs.delete(oobCode)
  }
  const removeAll = (kind: string, addresses: readonly string[]) => {
    for (const { oobCode, requestType, email } of state.oobs.values())
      if (requestType === kind && addresses.includes(email)) state.oobs.delete(oobCode)
  }

  const createOob = state.createOob.bind(state)
  state.createOob = (...args) => Object.assign(createOob(...args), { sentAt: Date.now() })
  const validateOobCode = state.validateOobCode.bind(state)
  state.validateOobCode = (code) => {
    removeOver()
    return validateOobCode(code)
  }
  // The emulator deletes a code when it is used.
  const deleteOobCode = state.deleteOobCode.bind(state)
  state.deleteOobCode = (code) => {
    const used = state.oobs.get(code)
    if (used) removeAll(used.requestType, [used.email])
    return deleteOobCode(code)
  }
  // Every password change calls this.
  const updateUser = state.updateUserByLocalId.bind(state)
  state.updateUserByLocalId = (localId, fields, options) => {
    const before = state.users.get(localId)?.passwordHash
    const user = updateUser(localId, fields, options)
    if (user.passwordHash !== before) removeAll('PASSWORD_RESET', addressesOf(user))
    return user
  }
  return removeOver
}
