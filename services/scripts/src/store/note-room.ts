import {
  GUEST_NOTES_LIMIT,
  GUESTS_NOTES_LIMIT,
  LINK_NOTES_LIMIT,
  NOTES_LIMIT,
  OTHERS_NOTES_LIMIT,
} from '@andscene/contracts/limits'

/** Most notes of one script, including deleted ones that have answers (decision 0070). */
export type NoteRoom = {
  all: number
  /** All but the owner's; the rest is reserved for the owner. */
  others: number
  /** All that came by a link; the rest of `others` is reserved for collaborators. */
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

/** Notes of one script, by who wrote them: `own` and `link` are those of this author and of their link, `guests` those of all links. */
export type NoteCounts = { all: number; owner: number; guests: number; link: number; own: number }

/** The script has as many notes as one may have, or as this author may add to. */
export class NotesFull extends Error {
  override readonly name = 'NotesFull'
  readonly of: keyof NoteRoom

  constructor(of: keyof NoteRoom) {
    super(`no note more of ${of}`)
    this.of = of
  }
}

/** Whether counting can be skipped, because even the smallest limit is not reached. */
export const hasRoomForAll = (all: number, room: NoteRoom): boolean => all < Math.min(...Object.values(room))

/** Throws NotesFull when the author may not add a note. Notes of others never use reserved room. */
export function requireRoom(
  { authorId, linkId, ownerId }: { authorId: string; linkId?: string | undefined; ownerId: string },
  counts: NoteCounts,
  room: NoteRoom,
): void {
  const { all, owner, guests, link, own: guest } = counts
  // Also where an older release has let others exceed it.
  if (authorId === ownerId && owner < room.all - room.others) return
  const others = all - owner
  const full = Object.entries({
    ...(linkId !== undefined && { guest, link, guests }),
    ...(authorId !== ownerId && { others }),
    all,
  }).find(([of, count]) => count >= room[of as keyof NoteRoom])
  if (full) throw new NotesFull(full[0] as keyof NoteRoom)
}
