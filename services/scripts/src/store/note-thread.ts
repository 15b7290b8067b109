import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { NOTE_MENTIONS_LIMIT } from '@andscene/contracts/limits'
import { findMentions } from '@andscene/contracts/text/mentions'
import type { NewAuthor, NoteChange, NoteMention, NoteOrigin, Resolver, StoredNote } from './note-store.ts'

/** A note that is not an answer, with its answers. */
export type NoteThread = { root: StoredNote; replies: readonly StoredNote[] }

/** A note to be written, without its version; or the ids to be removed, in this order. */
export type NoteEffect = { write: UnversionedNote; isNew?: true } | { remove: string[] }
export type UnversionedNote = Omit<StoredNote, 'version'>

/** Returns the effect of removing a note of this thread; undefined if its text was removed already. */
export function removal({ root, replies }: NoteThread, id: string, now: Date): NoteEffect | undefined {
  if (id !== root.id) {
    const isLast = replies.length === 1 && root.deletedAt !== undefined
    return { remove: isLast ? [id, root.id] : [id] }
  }
  const isAlone = replies.every(({ authorId }) => authorId !== undefined && authorId === root.authorId)
  if (isAlone) return { remove: idsOf(replies, root) }
  return root.deletedAt ? undefined : { write: { ...root, text: '', mentions: undefined, deletedAt: now } }
}

/**
 * Returns the effect of removing all notes of an origin, given all notes of their threads: ids to be removed, each
 * answer before its note, and ids that stay without their text because others answered them. `count` is the number of
 * their notes that have a text.
 */
export function clearance(notes: readonly StoredNote[], { field, id }: NoteOrigin): Clearance {
  const isOwn = (note: StoredNote) => note[field] === id
  const replies = Map.groupBy(notes, ({ replyTo }) => replyTo)
  const [remove, empty]: [string[], string[]] = [[], []]
  for (const root of replies.get(undefined) ?? []) {
    const answers = replies.get(root.id) ?? []
    const own = answers.filter(isOwn)
    const isLeft = own.length < answers.length
    remove.push(...idsOf(own))
    if (isLeft) {
      if (isOwn(root) && !root.deletedAt) empty.push(root.id)
    } else if (isOwn(root) || root.deletedAt) remove.push(root.id)
  }
  return { remove, empty, count: notes.filter((note) => isOwn(note) && !note.deletedAt).length }
}
type Clearance = { remove: string[]; empty: string[]; count: number }

/** Returns the effects, in order, that remove all data of an account from this thread. */
export function erasure({ root, replies }: NoteThread, uid: string): NoteEffect[] {
  const own = replies.filter(({ authorId }) => authorId === uid)
  const others = replies.filter(({ authorId }) => authorId !== uid)
  // A deleted note stays only if others have answered it.
  const goes = root.authorId === uid || (root.deletedAt !== undefined && own.length > 0)
  if (goes && others.length === 0) return [{ remove: idsOf(replies, root) }]
  const named = [root, ...others].filter(
    (note) => note.authorId === uid || note.resolverId === uid || isMentioned(note, uid),
  )
  return [
    ...(own.length > 0 ? [{ remove: idsOf(own) }] : []),
    ...named.map((note) => ({ write: withoutPerson(note, uid) })),
  ]
}

const idsOf = (notes: readonly StoredNote[], ...more: StoredNote[]) => [...notes, ...more].map(({ id }) => id)

const isMentioned = ({ mentions = [] }: StoredNote, uid: string) =>
  mentions.some((mention) => mention.uid === uid)

const withoutPerson = (note: StoredNote, uid: string): StoredNote => ({
  ...note,
  ...(note.authorId === uid && { authorId: undefined, author: FORMER_COLLABORATOR }),
  ...(note.resolverId === uid && { resolverId: undefined, resolvedBy: FORMER_COLLABORATOR }),
  ...(isMentioned(note, uid) && { mentions: note.mentions!.filter((mention) => mention.uid !== uid) }),
})

/** Returns the note with the account in place of the guest. */
export const handedOver = (
  note: StoredNote,
  guestId: string,
  { uid, name, cameByLink }: NewAuthor,
): UnversionedNote => ({
  ...note,
  ...(note.authorId === guestId && {
    authorId: uid,
    author: name,
    linkId: cameByLink ? note.linkId : undefined,
  }),
  ...(note.resolverId === guestId && { resolverId: uid, resolvedBy: name }),
})

/** Returns the note with another text, colour or category, and with its mentions that the text still contains. */
export function edited(note: StoredNote, change: NoteChange, now: Date): UnversionedNote {
  const { text = note.text, colour = note.colour, category = note.category } = change
  const mentions = mentionsIn(text, [...(note.mentions ?? []), ...(change.mentions ?? [])])
  return { ...note, text, colour, category, editedAt: now, mentions }
}

/** The mentions whose name is in the text, each person once; undefined for none. */
export function mentionsIn(text: string, mentions: readonly NoteMention[]): NoteMention[] | undefined {
  const found = new Set(
    findMentions(
      text,
      mentions.map(({ name }) => name),
    ).map(({ name }) => name),
  )
  const people = new Map(mentions.filter(({ name }) => found.has(name)).map((one) => [one.uid, one]))
  return people.size > 0 ? [...people.values()].slice(0, NOTE_MENTIONS_LIMIT) : undefined
}

/** Returns the note as resolved by a user, or reopened; undefined if it has this state already. */
export function resolution(note: StoredNote, by: Resolver | null): UnversionedNote | undefined {
  if ((note.resolvedAt !== undefined) === (by !== null)) return undefined
  return { ...note, resolvedAt: by?.at, resolvedBy: by?.name, resolverId: by?.uid }
}
