import { useSyncExternalStore } from 'react'
import { NotesIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { useNotes } from '../late-notes.ts'
import { notesView, useNotesView } from '../notes-view.ts'
import styles from './notes-button.module.css'
import type { NotesStore } from '../store/notes-store.ts'

const MAX_COUNT = 99

export function NotesButton() {
  const isOpen = useNotesView(({ isPanelOpen }) => isPanelOpen)
  const loaded = useNotes()
  return (
    <IconButton name="Notes" aria-pressed={isOpen} onClick={() => notesView.set({ isPanelOpen: !isOpen })}>
      <span className={styles.sign}>
        <NotesIcon />
        {loaded && <Count notes={loaded.notes} />}
      </span>
    </IconButton>
  )
}

function Count({ notes }: { notes: NotesStore }) {
  const { open, unsent } = useSyncExternalStore(notes.subscribe, notes.getSnapshot)
  if (unsent.some(({ refusal }) => refusal))
    return (
      <span className={styles.alert}>
        !<span className="as-visually-hidden"> A note was not sent</span>
      </span>
    )
  if (open === 0) return null
  return (
    <span className={styles.count}>
      {open > MAX_COUNT ? `${MAX_COUNT}+` : open}
      <span className="as-visually-hidden"> open</span>
    </span>
  )
}
