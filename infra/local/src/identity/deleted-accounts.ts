import type { IdentityState } from './state-file.ts'

/** A deleted account leaves nothing: by itself the emulator keeps the codes of its e-mails, and its address with them. */
export function forgetDeletedAccounts(state: IdentityState): void {
  const deleteUser = state.deleteUser.bind(state)
  state.deleteUser = (user) => {
    deleteUser(user)
    for (const { oobCode, email, newEmail } of state.oobs.values())
      if (user.email !== undefined && [email, newEmail].includes(user.email)) state.oobs.delete(oobCode)
  }
}
