import { expect } from 'vitest'
import type { Harness } from './harness.ts'
import type { Person } from './person.ts'
import { guestOf, invitationKey, invitedPerson, linked, withAddress } from './sharing.ts'

export const ROLES = ['owner', 'editor', 'commenter', 'listener', 'guest', 'stranger'] as const

/** Data that requests refer to. */
export type World = {
  script: string
  /** A note of every user who may write one. */
  notes: ReadonlyMap<Person, string>
  /** An invited collaborator and a link, for requests that change them. */
  collaborator: string
  link: string
  /** Ids and names in rows that no request refers to. */
  victims: readonly string[]
}

/** Creates ada's script with a user in each role, and vera's, in which no other user has a role. */
export async function openWorld(harness: Harness) {
  const as = (uid: string) => ({
    ...harness.as(uid, { name: uid, ...withAddress(`${uid}@andscene.example`) }),
    uid,
  })
  const [owner, vera] = [as('ada'), as('vera')]
  const [script, foreignScript] = [await upload(owner), await upload(vera)]
  for (const uid of ['editor', 'commenter', 'listener'])
    await invitedPerson(harness, owner, {
      scriptId: script,
      uid,
      email: `${uid}@andscene.example`,
      role: uid,
    })
  const { id: spare } = await invitationKey(owner, script, 'spare@andscene.example', 'listener')
  const { token } = await linked(owner, script)
  const { linkId: spareLink } = await linked(owner, script, { name: 'Spare' })
  const guest = await guestOf(harness, token)
  await guest.put(`/api/scripts/${script}/guest`, { name: 'Gus' })
  const foreignLink = await linked(vera, foreignScript)
  const foreignGuest = await guestOf(harness, foreignLink.token)
  const people = {
    owner,
    editor: as('editor'),
    commenter: as('commenter'),
    listener: as('listener'),
    guest,
    stranger: as('stranger'),
    service: { ...harness.asService, uid: '' },
  }
  const notes = new Map<Person, string>()
  for (const [role, person] of Object.entries(people))
    if (!['listener', 'stranger', 'service'].includes(role)) {
      notes.set(person, await note(person, `note-of-${role}-0000000`, script))
      await person.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex: 1 })
    }
  await vera.put('/api/preferences', { rate: 2 })
  await vera.put(`/api/scripts/${foreignScript}/progress`, { lastPlayedLineIndex: 1 })
  const world: World = {
    script,
    notes,
    collaborator: spare,
    link: spareLink,
    victims: [
      foreignScript,
      await note(vera, 'note-of-vera-00000000', foreignScript),
      // In the same script, but no request refers to it.
      await note(owner, 'victim-of-ada-0000000', script),
      foreignLink.linkId,
      foreignGuest.uid,
      'vera',
    ],
  }
  return { world, people }
}

async function note(person: Person, id: string, script: string): Promise<string> {
  const body = { _id: id, lineId: 'l4', text: 'Slower' }
  expect((await person.post(`/api/scripts/${script}/notes`, body)).status).toBe(200)
  return id
}

const upload = async (person: Person) => await person.newScript()
