import { CardButton } from '../card/card-button.tsx'
import { HomelessTexts } from '../card/refused-note.tsx'
import { useOpenScript } from '../../page/open-script.ts'
import { fileThreads } from '../note-filter.ts'
import { ALL_OPEN, notesView } from '../notes-view.ts'
import type { NotesSnapshot } from '../store/notes-snapshot.ts'
import { useIsOnline, useNotesStore } from '../use-store.ts'
import styles from './notes-panel.module.css'

export function NotesState({ snapshot, isFiltered }: { snapshot: NotesSnapshot; isFiltered: boolean }) {
  const { status, threads, unsent, isKept, homeless } = snapshot
  const { lines } = useOpenScript()
  const total = threads.length + fileThreads(lines).length
  const notes = useNotesStore()
  const isOnline = useIsOnline()
  const waiting = unsent.filter(({ refusal }) => !refusal).length
  return (
    <>
      {!isKept && (
        <output className={styles.warning}>
          This browser cannot store your notes. Keep this page open until they are sent.
        </output>
      )}
      {waiting > 0 && !isOnline && (
        <output className={styles.notice}>
          Offline. {waiting === 1 ? '1 change' : `${waiting} changes`} saved on this device.
        </output>
      )}
      <div className={styles.homeless}>
        <HomelessTexts {...homeless} />
      </div>
      {status === 'failed' && (
        <div className={styles.empty}>
          <p role="alert">The notes did not load. Check your connection and try again.</p>
          <CardButton onClick={notes.online}>Try again</CardButton>
        </div>
      )}
      {status === 'loading' && <output className={styles.empty}>Loading notes…</output>}
      {status === 'ready' && total === 0 && <NoNotes />}
      {total > 0 && isFiltered && (
        <div className={styles.empty}>
          <p>No notes match these filters.</p>
          <CardButton onClick={() => notesView.set({ filter: ALL_OPEN })}>Show all open notes</CardButton>
        </div>
      )}
    </>
  )
}

const NoNotes = () => (
  <div className={styles.empty}>
    <p className={styles.first}>No notes yet</p>
    <p>
      Press <kbd>N</kbd> while you listen, or the margin beside a line. Select words to pin a note to them.
    </p>
  </div>
)
