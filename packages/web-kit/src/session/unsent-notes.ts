import { isGuestNoteKey, NOTES_PREFIX, removeKey } from '../storage-keys.ts'

/** Keys of what accounts and guests of this device have written and not sent: `andscene_notes_{script}_{person}_{what}`. */
function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(NOTES_PREFIX))
  } catch {
    // Blocked storage holds nothing.
    return []
  }
}

/** What a person has written on this device that is not sent: drafts, and what waits for the network. */
export const countUnsentNotes = (uid: string): number =>
  keys().filter((key) => key.includes(`_${uid}_`)).length

/** Somebody else has signed in: what the person before left unsent is not theirs. Guests of links stay. */
export function removeNotesOfOthers(uid: string): void {
  for (const key of keys())
    if (/_(out|draft)_/.test(key) && !key.includes(`_${uid}_`) && !isGuestNoteKey(key)) removeKey(key)
}
