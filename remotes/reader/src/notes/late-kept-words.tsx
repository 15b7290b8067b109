import { useEffect, useState } from 'react'
import { loadNotes, useNotesParts } from './late-notes.ts'
import { notesPrefix } from './notes-prefix.ts'
import { deviceEntries } from './store/device.ts'

/** Where a script was: what its person wrote and could not send, if there is anything. */
export function LateKeptWords({ scriptId }: { scriptId: string }) {
  const parts = useNotesParts()
  const [hasKept, setHasKept] = useState(false)
  useEffect(() => {
    // The page that was closed has kept by now what was being typed.
    if (deviceEntries.list(`${notesPrefix(scriptId)}_`).length === 0) return
    loadNotes().then(
      () => setHasKept(true),
      () => undefined,
    )
  }, [scriptId])
  return hasKept && parts && <parts.KeptWords scriptId={scriptId} />
}
