import {
  GUEST_NOTES_LIMIT,
  GUESTS_NOTES_LIMIT,
  LINK_NOTES_LIMIT,
  NOTES_LIMIT,
  OTHERS_NOTES_LIMIT,
} from '@andscene/contracts/limits'

/** Maximum number of notes of one script, including deleted ones that have answers (decision 0070). */
export type NoteRoom = {
  all: number
  /** All notes except the owner's; the rest is reserved for the owner. */
  others: number
  /** All notes by links; the rest of `others` is reserved for collaborators. */
  guests: number
  link: number
  guest: number
}
export const NOTE_ROOM: NoteRoom = {
  all: NOTES_LIMIT,
  others: OTHERS_NOTES_LIMIT,
  guests: GUESTS_NOTES_LIMIT,
  link: LINK_NOTES_LIMIT,
  guest: GUEST_NOTES_LIMIT,
}

/**
 * Number of notes of one script by author: `own` and `link` of this author and of their link, `guests` of all links.
 */
export type NoteCounts = { all: number; owner: number; guests: number; link: number; own: number }

/** The script is at its limit of notes, or at a limit for this author. */
export class NotesFull extends Error {
  override readonly name = 'NotesFull'
  readonly of: keyof NoteRoom

  constructor(of: keyof NoteRoom) {
    super(`no note more of ${of}`)
    this.of = of
  }
}

/** Whether counting can be skipped, because not even the smallest limit is reached. */
export const hasRoomForAll = (all: number, room: NoteRoom): boolean => all < Math.min(...Object.values(room))

/** Throws NotesFull if the author may not add a note. Notes of other authors never use reserved room. */
export function requireRoom(
  { authorId, linkId, ownerId }: { authorId: string; linkId?: string | undefined; ownerId: string },
  counts: NoteCounts,
  room: NoteRoom,
): void {
  const { all, owner, guests, link, own: guest } = counts
  // Also if an older release allowed others to exceed it.
  if (authorId === ownerId && owner < room.all - room.others) return
  const others = all - owner
  const full = Object.entries({
    ...(linkId !== undefined && { guest, link, guests }),
    ...(authorId !== ownerId && { others }),
    all,
  }).find(([of, count]) => count >= room[of as keyof NoteRoom])
  if (full) throw new NotesFull(full[0] as keyof NoteRoom)
}
