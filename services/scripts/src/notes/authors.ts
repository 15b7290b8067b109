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
   * A guest with the name of a member is shown as "Name (guest)", a collaborator with the name of the owner as
   * "Name (collaborator)".
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

/** Reads the owner's name if there are other users among these people, and the members' names if there is a guest. */
export async function authorsOf(
  { shares, scripts }: Pick<Stores, 'shares' | 'scripts'>,
  { id, ownerId }: { id: string; ownerId: string },
  people: Iterable<string | undefined>,
): Promise<Authors> {
  const others = [...people].filter((uid) => uid !== undefined && uid !== ownerId)
  const hasGuests = others.some((uid) => isGuest(uid!))
  const [script, collaborators] = await Promise.all([
    others.length > 0 ? scripts.find(id, ['ownerName']) : undefined,
    hasGuests ? shares.collaborators(id) : [],
  ])
  const owner = script?.ownerName === undefined ? undefined : nameSkeleton(script.ownerName)
  const members = new Set([owner, nameSkeleton(FORMER_COLLABORATOR)])
  for (const { name } of collaborators) if (name !== undefined) members.add(nameSkeleton(name))
  const keys = new Map<string, string>()
  const kindOf = (uid: string | undefined) => authorKind(uid, ownerId)
  return {
    kindOf,
    nameOf: (name, uid) => {
      const plain = plainName(name)
      if (uid === undefined || uid === ownerId) return plain
      const skeleton = nameSkeleton(plain)
      if (isGuest(uid)) return members.has(skeleton) ? asGuest(plain) : plain
      return skeleton === owner ? `${plain} (collaborator)` : plain
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
