import { expect, test } from 'vitest'
import { NotesFull } from '../store/note-room.ts'
import type { NewNote } from '../store/note-store.ts'
import { addNote } from './note-routes.ts'

test.each([
  ['all', 'A script may have 5,000 notes at most: delete some first'],
  ['others', 'Notes of others than the owner may be 4,000 at most. Ask the owner to delete some.'],
  ['guests', 'Guests may write 3,000 notes on a script at most. Ask the owner to delete some.'],
  ['link', 'The guests of a link may write 1,000 notes at most. Ask the owner to delete some.'],
  ['guest', 'Those who came by a link may write 200 notes each on a script. Delete some of yours first.'],
] as const)('product §12 the limit %j is refused with: %s', async (of, message) => {
  const full = { add: () => Promise.reject(new NotesFull(of)) }
  await expect(addNote(full, {} as NewNote)).rejects.toMatchObject({ code: 'CONFLICT', message })
})
