import type { NoteRoom } from '../store/note-room.ts'
import type { NewNote } from '../store/note-store.ts'

/** A note by ada on a line of script a. */
export const note = (id: string, over: Partial<NewNote> = {}): NewNote => ({
  id,
  scriptId: 'a',
  lineId: 'l1',
  text: `Text of ${id}`,
  colour: 'yellow',
  category: 'General',
  authorId: 'ada',
  author: 'Ada',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  ...over,
})
export const byEve = { authorId: 'eve', author: 'Eve' }

/** A limit for all authors of a script's notes. */
export const roomOf = (all: number): NoteRoom => ({ all, others: all, guests: all, link: all, guest: all })
