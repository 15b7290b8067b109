import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { LateKeptWords } from './late-kept-words.tsx'
import { loadNotes, showNotes, useNotes, useNotesParts } from './late-notes.ts'
import { notesView, useNotesView } from './notes-view.ts'
import { useMayNote } from './use-may-note.ts'

/** The notes of the script on show, for as long as its page is: they come behind its lines. */
export function NotesOfPage() {
  const mayNote = useMayNote()
  const { script } = useOpenScript()
  // Who loses the right is still shown what they wrote and could not send.
  const [wereOpen, setWereOpen] = useState(mayNote)
  if (mayNote && !wereOpen) setWereOpen(true)
  useEffect(() => notesView.reset, [])
  return wereOpen ? <OpenNotes mayNote={mayNote} /> : <LateKeptWords scriptId={script._id} />
}

function OpenNotes({ mayNote }: { mayNote: boolean }) {
  const { script, lines, feed, isSettled } = useOpenScript()
  const snackbar = useSnackbar()
  const parts = useNotesParts()
  const loaded = useNotes()
  const isWanted = useNotesView(({ opened, isPanelOpen }) => opened !== null || isPanelOpen)
  const fail = useEffectEvent((wasWanted: boolean) => {
    if (!wasWanted) return
    notesView.reset()
    snackbar.error('The notes did not load. Reload the page.', {
      action: { label: 'Reload page', run: () => location.reload() },
    })
  })
  const isThere = parts !== null
  useEffect(() => {
    // Again when somebody wants them that could not be had before.
    if (!isThere && (isSettled || isWanted)) loadNotes().catch(() => fail(isWanted))
  }, [isThere, isSettled, isWanted])

  const open = useEffectEvent((id: string) =>
    parts?.openNotes({
      scriptId: id,
      lines,
      news: (listener) =>
        feed.subscribe((event) => {
          if (event.type === 'notes') listener(event.version)
        }),
    }),
  )
  const { _id: scriptId } = script
  useEffect(() => {
    const opened = isThere ? open(scriptId) : undefined
    if (!opened) return
    showNotes(opened.store)
    return () => {
      showNotes(null)
      opened.close()
    }
  }, [isThere, scriptId])
  // With the right they may be there again.
  const ask = useEffectEvent((isAllowed: boolean) => isAllowed && loaded?.notes.ask())
  useEffect(() => void ask(mayNote), [mayNote])

  return loaded && <loaded.parts.NotesOverlays mayNote={mayNote} />
}
