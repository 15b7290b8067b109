import { FORMER_COLLABORATOR, type AuthorKind } from '@andscene/contracts/notes'
import { asGuest } from '@andscene/contracts/text/guest-name'
import { nameSkeleton, plainName } from '@andscene/contracts/text/names'
import { createHash } from 'node:crypto'
import { isGuest } from '../sharing/guest-id.ts'
import type { Stores } from '../store/open-stores.ts'

/** The names and kinds of a script's note authors, as others see them (decision 0070). */
export type Authors = {
  kindOf(uid: string | undefined): AuthorKind
  /**
   * The name that the user has set, else `name`. A guest with the name of a member is shown as "Name (guest)", a
   * collaborator with the name of the owner as "Name (collaborator)".
   */
  nameOf(name: string, uid: string | undefined): string
  /**
   * The same for all notes of an author, or of a link, in this script; reveals no id. Undefined once the account was
   * deleted.
   */
  keyOf(id: string | undefined): string | undefined
}

/** The author's relation to the script; a deleted account counts as a collaborator. */
export const authorKind = (uid: string | undefined, ownerId: string): AuthorKind =>
  uid === ownerId ? 'owner' : uid !== undefined && isGuest(uid) ? 'guest' : 'collaborator'

/** The stores that names are read from. */
export type NameStores = Pick<Stores, 'shares' | 'scripts' | 'profiles'>

/**
 * Reads the names that these people have set, the owner's name if there are other users among them, and the members'
 * names if there is a guest.
 */
export async function authorsOf(
  { shares, scripts, profiles }: NameStores,
  { id, ownerId }: { id: string; ownerId: string },
  people: Iterable<string | undefined>,
): Promise<Authors> {
  const known = [...people].filter((uid) => uid !== undefined)
  const others = known.filter((uid) => uid !== ownerId)
  const hasGuests = others.some(isGuest)
  const [names, script, collaborators] = await Promise.all([
    profiles.names(known.filter((uid) => !isGuest(uid))),
    others.length > 0 ? scripts.find(id, ['ownerName']) : undefined,
    hasGuests ? shares.collaborators(id) : [],
  ])
  const owner = script?.ownerName === undefined ? undefined : nameSkeleton(script.ownerName)
  const former = nameSkeleton(FORMER_COLLABORATOR)
  const members = new Set([owner, former])
  for (const { name } of collaborators) if (name !== undefined) members.add(nameSkeleton(name))
  const keys = new Map<string, string>()
  const kindOf = (uid: string | undefined) => authorKind(uid, ownerId)
  return {
    kindOf,
    nameOf: (name, uid) => {
      const plain = plainName((uid === undefined ? undefined : names.get(uid)) ?? name)
      if (uid === undefined || uid === ownerId) return plain
      const skeleton = nameSkeleton(plain)
      if (isGuest(uid)) return members.has(skeleton) ? asGuest(plain) : plain
      return skeleton === owner || skeleton === former ? `${plain} (collaborator)` : plain
    },
    keyOf: (of) => {
      if (of === undefined) return undefined
      const key =
        keys.get(of) ?? createHash('sha256').update(`${id} ${of}`).digest('base64url').slice(0, KEY_LENGTH)
      keys.set(of, key)
      return key
    },
  }
}

const KEY_LENGTH = 16
