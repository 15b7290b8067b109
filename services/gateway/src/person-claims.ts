import { plainName } from '@andscene/contracts/names'
import type { Person } from '@andscene/contracts/internal'

/** Claims of an ID token about its user; anyone may have chosen these values. */
export type PersonClaims = { name?: unknown; email?: unknown; email_verified?: unknown }

const NAME_LIMIT = 200
/** The longest an address can be. A cut one would be another's, so a longer one is none. */
const ADDRESS_LIMIT = 320

/** The user as services receive them: of bounded size, because it is sent with every request of theirs. */
export function personOf(uid: string, { name, email, email_verified: emailVerified }: PersonClaims): Person {
  const named = typeof name === 'string' ? cut(plainName(name)) : ''
  const reached = typeof email === 'string' && email !== '' && email.length <= ADDRESS_LIMIT
  return {
    uid,
    ...(named && { name: named }),
    ...(reached && { email, emailVerified: emailVerified === true }),
  }
}

/** Not within a character of two units. */
const cut = (text: string) => text.slice(0, NAME_LIMIT).replace(/[\uD800-\uDBFF]$/, '')
