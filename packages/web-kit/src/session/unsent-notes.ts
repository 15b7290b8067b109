import { isGuestNoteKey, NOTES_PREFIX, removeKey } from '../storage-keys.ts'

/** Keys of unsent notes of accounts and guests: `andscene_notes_{script}_{person}_{what}`. */
function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(NOTES_PREFIX))
  } catch {
    // Blocked storage holds nothing.
    return []
  }
}

export const countUnsentNotes = (uid: string): number =>
  keys().filter((key) => key.includes(`_${uid}_`)).length

/** Removes the unsent notes of other accounts. Those of guests stay. */
export function removeNotesOfOthers(uid: string): void {
  for (const key of keys())
    if (/_(out|draft)_/.test(key) && !key.includes(`_${uid}_`) && !isGuestNoteKey(key)) removeKey(key)
}
