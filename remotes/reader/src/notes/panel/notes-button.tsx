import { classNames } from '@andscene/web-kit/class-names'
import { useSyncExternalStore } from 'react'
import { NotesIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { useNotes } from '../late-notes.ts'
import { notesView, useNotesView } from '../notes-view.ts'
import type { NotesSnapshot } from '../store/notes-snapshot.ts'
import styles from './notes-button.module.css'

const MAX_COUNT = 99
const NO_NOTES = { open: 0, unseen: 0, unsent: [] } satisfies Partial<NotesSnapshot>
const deaf = () => () => undefined

/** Opens and closes the list of notes; shows the number of open notes, and whether there are new ones. */
export function NotesButton() {
  const isOpen = useNotesView(({ isPanelOpen }) => isPanelOpen)
  const notes = useNotes()?.notes
  const { open, unseen, unsent } = useSyncExternalStore<Pick<NotesSnapshot, keyof typeof NO_NOTES>>(
    notes?.subscribe ?? deaf,
    notes?.getSnapshot ?? (() => NO_NOTES),
  )
  const isRefused = unsent.some(({ refusal }) => refusal)
  const facts = [
    isRefused && 'a note was not sent',
    open > 0 && `${open} open`,
    unseen > 0 && `${unseen} new`,
  ].filter(Boolean)
  return (
    <IconButton
      name={['Notes', ...facts].join(', ')}
      hint={unseen > 0 ? `Notes, ${unseen} new` : 'Notes'}
      aria-pressed={isOpen}
      onClick={() => notesView.set({ isPanelOpen: !isOpen })}
    >
      <span className={styles.sign}>
        <NotesIcon />
        {isRefused ? (
          <span className={styles.alert}>!</span>
        ) : (
          (open > 0 || unseen > 0) && (
            <span className={classNames(styles.count, unseen > 0 && styles.fresh)}>
              {open > MAX_COUNT ? `${MAX_COUNT}+` : open}
            </span>
          )
        )}
      </span>
    </IconButton>
  )
}
