import { useSnackbar } from '@andscene/web-kit/snackbar'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useOpenScript } from '../page/open-script.ts'
import { showThread } from './move-to-note.ts'
import { lostLines } from '../drafts/lost-lines.ts'
import { notesView } from './notes-view.ts'
import { useSnapshot } from './use-store.ts'

const PARAM = 'note'
/** In an address: opens the list of notes instead of one note. No note has an id that short. */
const NEW = 'new'

/** The address of a note on this page; a guest's contains the guest's own link. */
export function noteAddress(noteId: string): string {
  const address = new URL(location.href)
  address.search = new URLSearchParams({ [PARAM]: noteId }).toString()
  return address.href
}

/** The note that the address names; null for none. */
export const useAddressed = (): string | null => new URLSearchParams(useLocation().search).get(PARAM)

function withoutNote(search: string): string {
  const params = new URLSearchParams(search)
  params.delete(PARAM)
  return params.toString()
}

/** Shows the note of the address once all notes are loaded, then removes it from the address. */
export function useOpenAddressed(): void {
  const { script, lines, player } = useOpenScript()
  const wanted = useAddressed()
  const { status, threads } = useSnapshot()
  const snackbar = useSnackbar()
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  // The last played line is shown when it is loaded; the note is shown after it.
  const isPlaced = useIsFetching({ queryKey: queryKeys.progress(script._id), exact: true }) === 0
  const show = useEffectEvent((noteId: string) => {
    if (noteId === NEW) return notesView.set({ isPanelOpen: true })
    const thread = threads.find(({ note, replies }) => [note, ...replies].some(({ _id }) => _id === noteId))
    if (!thread) return snackbar.error('This note was deleted.')
    const index = lines.findIndex(({ _id }) => _id === thread.note.lineId)
    const lost = index < 0 ? lostLines.get().get(thread.note.lineId) : undefined
    showThread({ player, lines }, { thread, index, lost })
    // Only the list shows notes of lines that no draft has.
    if (index < 0 && !lost) notesView.set({ isPanelOpen: true })
    else notesView.open(thread.note.lineId)
  })
  const done = useEffectEvent(() =>
    navigate(
      { pathname, search: withoutNote(search), hash },
      { replace: true, state, preventScrollReset: true },
    ),
  )
  useEffect(() => {
    if (wanted === null || status !== 'ready' || !isPlaced) return
    show(wanted)
    void done()
  }, [wanted, status, isPlaced])
}
