import type { LinkSource } from '@andscene/contracts/internal'
import { createHash } from 'node:crypto'
import type { Harness } from './harness.ts'
import type { Person } from './person.ts'

type NewLink = { name?: string; role?: string; days?: number; passphrase?: string }

/** A link of the owner's: its id and its token. */
export async function linked(owner: Person, scriptId: string, link: NewLink = {}) {
  const { body, status } = await owner.post(`/api/scripts/${scriptId}/links`, {
    name: 'For the producer',
    role: 'commenter',
    ...link,
  })
  if (status !== 200) throw new Error(`${status} ${body.error}`)
  return { linkId: body.data.link._id as string, token: body.data.token as string }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Keys that a guest brings, and gets when they are new. */
type Keys = { guestKey?: string; newKey?: string }

/** What the gateway asks for when somebody opens a link. */
export const exchange = (
  harness: Harness,
  token: string,
  passphrase?: string,
  { guestKey, newKey }: Keys = {},
) =>
  harness.asGateway.post('/internal/links/open', {
    tokenHash: sha256(token),
    ...(passphrase !== undefined && { passphrase }),
    ...(guestKey !== undefined && { guestKeyHash: sha256(guestKey) }),
    ...(newKey !== undefined && { newKeyHash: sha256(newKey) }),
  })

/** Whoever has opened a link, as the gateway speaks for them. */
export async function guestOf(
  harness: Harness,
  token: string,
  keys: Keys = {},
): Promise<Person & { uid: string }> {
  const { data } = (await exchange(harness, token, undefined, keys)).body as { data: LinkSource }
  const { guestId: uid, linkId, scriptId } = data
  return { ...harness.as(uid, { guest: { linkId, scriptId } }), uid }
}

/** The claims of somebody who has an address. */
export const withAddress = (email: string, emailVerified = true) => ({ email, emailVerified })
