import type { NoteRoom } from '../store/note-room.ts'

/** So many notes of a script, whoever writes them. */
export const roomOf = (all: number): NoteRoom => ({ all, others: all, guests: all, link: all, guest: all })
