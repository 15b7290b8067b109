import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { mayNoteAs, useMayNote, useOpenScript, type OpenScript } from '../page/open-script.ts'
import { useAddressed } from './note-address.ts'
import { beginNoteHere } from './begin-note.ts'
import { loadNotes, useNotes, useNotesParts } from './late-notes.ts'
import { showNotes } from './use-store.ts'
import { notesView, useNotesView } from './notes-view.ts'
import { notesPrefix, deviceEntries } from './store/device.ts'

export function NotesOfPage() {
  const mayNote = useMayNote()
  const { script } = useOpenScript()
  // Users who lose the right still see their unsent notes.
  const [wereOpen, setWereOpen] = useState(mayNote)
  if (mayNote && !wereOpen) setWereOpen(true)
  useEffect(() => notesView.reset, [])
  return wereOpen ? <OpenNotes mayNote={mayNote} /> : <LateKeptWords scriptId={script._id} />
}

function OpenNotes({ mayNote }: { mayNote: boolean }) {
  const { script, lines, feed, isSettled, playback } = useOpenScript()
  const snackbar = useSnackbar()
  const parts = useNotesParts()
  const loaded = useNotes()
  const isAddressed = useAddressed() !== null
  const isOpened = useNotesView(({ opened, isPanelOpen }) => opened !== null || isPanelOpen)
  const isWanted = isOpened || isAddressed
  const fail = useEffectEvent((wasWanted: boolean) => {
    if (!wasWanted) return
    notesView.reset()
    snackbar.error('The notes did not load. Reload the page.', {
      action: { label: 'Reload page', run: () => location.reload() },
    })
  })
  const isThere = parts !== undefined
  useEffect(() => {
    // Retries when the user opens notes whose code failed to load.
    if (!isThere && (isSettled || isWanted)) loadNotes().catch(() => fail(isWanted))
  }, [isThere, isSettled, isWanted])

  const client = useQueryClient()
  const open = useEffectEvent((id: string) =>
    parts?.openNotes({
      scriptId: id,
      lines,
      draft: () => playback.ofDraft().draft,
      // The lists count new notes.
      onSeen() {
        for (const queryKey of [queryKeys.scripts, queryKeys.sharedScripts])
          void client.invalidateQueries({ queryKey })
      },
      news: (listener) =>
        feed.subscribe((event) => {
          if (event.type === 'notes') listener(event.version)
        }),
    }),
  )
  const { _id: scriptId } = script
  const adopting = useRef<(next: typeof lines) => void>(undefined)
  useEffect(() => {
    const opened = isThere ? open(scriptId) : undefined
    if (!opened) return
    showNotes(opened.store)
    adopting.current = opened.adopt
    return () => {
      adopting.current = undefined
      showNotes(null)
      opened.close()
    }
  }, [isThere, scriptId])
  useEffect(() => adopting.current?.(lines), [lines])
  // If the right is back, the notes may be accessible again.
  const ask = useEffectEvent((isAllowed: boolean) => isAllowed && loaded?.notes.ask())
  useEffect(() => void ask(mayNote), [mayNote])

  return loaded && <loaded.parts.NotesOverlays mayNote={mayNote} />
}

/** On the page of a script that is unavailable: the user's unsent notes, if any. */
export function LateKeptWords({ scriptId }: { scriptId: string }) {
  const parts = useNotesParts()
  const [hasKept, setHasKept] = useState(false)
  useEffect(() => {
    // The closed page has already stored the text being typed.
    if (deviceEntries.list(`${notesPrefix(scriptId)}_`).length === 0) return
    loadNotes().then(
      () => setHasKept(true),
      () => undefined,
    )
  }, [scriptId])
  return hasKept && parts && <parts.KeptWords scriptId={scriptId} />
}

/** Keyboard commands of the notes; undefined without the right to write them. Loads the notes first if necessary. */
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
