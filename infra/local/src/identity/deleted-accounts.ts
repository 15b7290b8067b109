import type { User } from 'firebase-tools/lib/emulator/auth/state.js'
import type { Mailbox } from './mailbox.ts'
import type { IdentityState } from './state-file.ts'

/** The current address, and the first one in files of older releases, where addresses could change. */
export const addressesOf = ({ email, initialEmail }: User): string[] =>
  [email, initialEmail].filter((address) => typeof address === 'string')

/** Deletes the codes and mails of a deleted account; the emulator would keep the codes, which contain its address. */
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
