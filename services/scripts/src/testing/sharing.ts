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

/** What the gateway asks for when somebody opens a link. */
export const exchange = (harness: Harness, token: string, passphrase?: string) =>
  harness.asGateway.post('/internal/links/open', {
    tokenHash: createHash('sha256').update(token).digest('hex'),
    ...(passphrase !== undefined && { passphrase }),
  })

/** Whoever has opened a link, as the gateway speaks for them. */
export async function guestOf(harness: Harness, token: string): Promise<Person & { uid: string }> {
  const { data } = (await exchange(harness, token)).body as { data: LinkSource }
  const { guestId: uid, linkId, scriptId } = data
  return { ...harness.as(uid, { guest: { linkId, scriptId } }), uid }
}

/** The claims of somebody who has an address. */
export const withAddress = (email: string, emailVerified = true) => ({ email, emailVerified })
