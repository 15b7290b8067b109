import { useMemo } from 'react'
import { useFindLostLines } from '../drafts/find-lost-lines.ts'
import { useOpenScript } from '../page/open-script.ts'
import { indexesOf } from './note-filter.ts'
import { useSnapshot } from './use-store.ts'

/** Finds the lines of notes that the open draft does not have, to show the notes where the lines were. */
export function LostNotes() {
  const { lines } = useOpenScript()
  const { threads } = useSnapshot()
  const indexes = useMemo(() => indexesOf(lines), [lines])
  const ids = useMemo(
    () => [...new Set(threads.map(({ note }) => note.lineId).filter((id) => !indexes.has(id)))].sort(),
    [threads, indexes],
  )
  useFindLostLines(ids)
  return null
}
