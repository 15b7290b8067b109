import type { AuthorKind, NotePerson } from '@andscene/contracts/notes'
import type { Person } from '@andscene/contracts/internal'
import { may } from '@andscene/contracts/sharing/roles'
import { nameOf } from '../sharing/history.ts'
import { mentionsIn } from '../store/note-thread.ts'
import type { NoteMention } from '../store/note-store.ts'
import { authorsOf, type NameStores } from './authors.ts'

type Script = { id: string; ownerId: string }

/**
 * The people whom a user may mention in a note: the owner and the collaborators who may read notes, without the user.
 * For a guest only the owner: the members of a script are not a guest's business. No address is shown.
 */
export async function peopleOf(
  stores: NameStores,
  { id, ownerId }: Script,
  { uid, guest }: Person,
): Promise<(NotePerson & NoteMention)[]> {
  const [script, collaborators] = await Promise.all([
    stores.scripts.find(id, ['ownerName']),
    guest ? [] : stores.shares.collaborators(id),
  ])
  const members = collaborators.flatMap((one) =>
    one.uid !== undefined && may(one.role, 'note') ? [{ uid: one.uid, name: one.name ?? nameOf(one) }] : [],
  )
  const owner = { uid: ownerId, name: script?.ownerName ?? 'Owner' }
  const authors = await authorsOf(
    stores,
    { id, ownerId },
    members.map((member) => member.uid),
  )
  return [owner, ...members].flatMap((person) =>
    person.uid === uid
      ? []
      : [
          {
            uid: person.uid,
            key: authors.keyOf(person.uid)!,
            name: authors.nameOf(person.name, person.uid),
            kind: (person.uid === ownerId ? 'owner' : 'collaborator') satisfies AuthorKind,
          },
        ],
  )
}

/** The people of these keys whom the user may mention and whose name is in the text. Reads nothing without keys. */
export async function mentionedIn(
  text: string,
  keys: readonly string[] | undefined,
  people: () => ReturnType<typeof peopleOf>,
): Promise<NoteMention[] | undefined> {
  if (!keys || keys.length === 0) return undefined
  const wanted = new Set(keys)
  const known = (await people()).filter(({ key }) => wanted.has(key))
  return mentionsIn(
    text,
    known.map(({ uid, name }) => ({ uid, name })),
  )
}
