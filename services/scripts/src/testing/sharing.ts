import type { LinkSource } from '@andscene/contracts/internal'
import { createHash } from 'node:crypto'
import { expect, vi } from 'vitest'
import { type Harness, SOON } from './harness.ts'
import type { Person } from './person.ts'

type NewLink = { name?: string; role?: string; days?: number; passphrase?: string }

let owners = 0
/** Creates a new account for ada with a script. `n` makes names unique to the test. */
export async function newOwner(harness: Harness, name = 'Ada') {
  owners += 1
  const email = `ada.${owners}@andscene.example`
  const ada = harness.as(`ada-${owners}`, { name, ...withAddress(email) })
  const script = await ada.newScript()
  return { n: owners, ada, script }
}

/** Creates a link of the owner: its id and its token. */
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
/** Keys that a returning guest sends, or a new guest receives. */
type Keys = { guestKey?: string; newKey?: string }

/** The request that the gateway sends when a link is opened. */
export const exchange = (
  harness: Harness,
  token: string,
  passphrase?: string,
  { guestKey, newKey, onlyKnown }: Keys & { onlyKnown?: boolean } = {},
) =>
  harness.asGateway.post('/internal/links/open', {
    tokenHash: sha256(token),
    ...(passphrase !== undefined && { passphrase }),
    ...(guestKey !== undefined && { guestKeyHash: sha256(guestKey) }),
    ...(newKey !== undefined && { newKeyHash: sha256(newKey) }),
    ...(onlyKnown !== undefined && { onlyKnown }),
  })

/** A guest who has opened a link, as the gateway identifies them. */
export async function guestOf(
  harness: Harness,
  token: string,
  keys: Keys = {},
): Promise<Person & { uid: string }> {
  const { data } = (await exchange(harness, token, undefined, keys)).body as { data: LinkSource }
  const { guestId: uid, linkId, scriptId } = data
  return { ...harness.as(uid, { guest: { linkId, scriptId } }), uid }
}

/** The claims of an account with an address. */
export const withAddress = (email: string, emailVerified = true) => ({ email, emailVerified })

/** Whether the mail of an invitation was sent. */
export async function mailOf(owner: Person, scriptId: string, id: string): Promise<string> {
  const { collaborators } = (await owner.get(`/api/scripts/${scriptId}/sharing`)).body.data
  return collaborators.find((one: { _id: string }) => one._id === id)?.mail
}

/** Invites an address. Returns a key of the invitation, which the owner can create once no mail is pending. */
export async function invitationKey(owner: Person, scriptId: string, email: string, role = 'editor') {
  const path = `/api/scripts/${scriptId}`
  const { body } = await owner.post(`${path}/collaborators`, { email, role })
  const id = body.data.collaborator._id as string
  // Also called outside of tests, where `expect.poll` throws.
  await vi.waitFor(async () => expect(await mailOf(owner, scriptId, id)).not.toBe('pending'), SOON)
  const link = await owner.post(`${path}/collaborators/${id}/link`, {})
  return { id, key: link.body.data.key as string }
}

/** A user who has accepted an invitation to the script; `email` is their verified address. */
export async function invitedPerson(
  harness: Harness,
  owner: Person,
  {
    scriptId,
    uid,
    email,
    role,
    name,
  }: { scriptId: string; uid: string; email: string; role?: string; name?: string },
): Promise<Person> {
  const { key } = await invitationKey(owner, scriptId, email, role)
  const person = harness.as(uid, { ...(name !== undefined && { name }), ...withAddress(email) })
  await person.post('/api/invitations/accept', { key })
  return person
}
