import { useMemo } from 'react'
import { type OpenScript, mayNoteAs } from '../page/open-script.ts'
import { beginNoteHere } from './begin-note.ts'
import { loadNotes } from './late-notes.ts'

/** What the keys of the notes do; undefined for who has none. What is not loaded yet opens as soon as it is. */
export function useNoteKeys({ script, lines, map, player }: OpenScript) {
  const mayNote = mayNoteAs(script)
  return useMemo(() => {
    if (!mayNote) return undefined
    const move = (direction: 'next' | 'previous') => () =>
      void loadNotes().then(
        ({ moveToNote }) => moveToNote({ player, lines, map }, direction),
        () => undefined,
      )
    return {
      note: () => beginNoteHere({ player, lines }),
      'next-note': move('next'),
      'previous-note': move('previous'),
    }
  }, [mayNote, player, lines, map])
}
