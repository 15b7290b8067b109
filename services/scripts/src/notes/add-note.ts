import {
  GUEST_NOTES_LIMIT,
  GUESTS_NOTES_LIMIT,
  LINK_NOTES_LIMIT,
  NOTES_LIMIT,
  OTHERS_NOTES_LIMIT,
} from '@andscene/contracts/limits'
import { HttpError } from '@andscene/service-kit/http-error'
import { NotesFull, type NoteRoom } from '../store/note-room.ts'
import type { NewNote, NoteStore, StoredNote } from '../store/note-store.ts'

const number = (count: number) => count.toLocaleString('en')

/** Why there is no room, and what to do about it (product §12). */
const SENTENCES: Record<keyof NoteRoom, string> = {
  all: `A script may have ${number(NOTES_LIMIT)} notes at most: delete some first`,
  others: `Notes of others than the owner may be ${number(OTHERS_NOTES_LIMIT)} at most. Ask the owner to delete some.`,
  guests: `Guests may write ${number(GUESTS_NOTES_LIMIT)} notes on a script at most. Ask the owner to delete some.`,
  link: `The guests of a link may write ${number(LINK_NOTES_LIMIT)} notes at most. Ask the owner to delete some.`,
  guest: `Those who came by a link may write ${number(GUEST_NOTES_LIMIT)} notes each on a script. Delete some of yours first.`,
}

/** As NoteStore.add; CONFLICT with a sentence when there is no room. */
export async function addNote(notes: Pick<NoteStore, 'add'>, note: NewNote): Promise<StoredNote | undefined> {
  try {
    return await notes.add(note)
  } catch (error) {
    if (!(error instanceof NotesFull)) throw error
    throw new HttpError('CONFLICT', SENTENCES[error.of], { cause: error })
  }
}
