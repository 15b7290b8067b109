import type { User } from 'firebase-tools/lib/emulator/auth/state.js'
import type { Mailbox } from './mailbox.ts'
import type { IdentityState } from './state-file.ts'

/** The present address, and in a file of before addresses stayed as they are, the first one. */
export const addressesOf = ({ email, initialEmail }: User): string[] =>
  [email, initialEmail].filter((address) => typeof address === 'string')

/** A deleted account leaves nothing: the emulator alone keeps the codes of its e-mails, and its address with them. */
export function forgetDeletedAccounts(state: IdentityState, mailbox: Mailbox): void {
  const deleteUser = state.deleteUser.bind(state)
  state.deleteUser = (user) => {
    deleteUser(user)
    const addresses = addressesOf(user)
    for (const { oobCode, email } of state.oobs.values())
      if (addresses.includes(email)) state.oobs.delete(oobCode)
    for (const address of addresses) mailbox.forget(address)
  }
}
