import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { SnackbarSlot } from '@andscene/web-kit/snackbar'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { ModalDialog } from '../modal-dialog.tsx'
import styles from './notes-drawer.module.css'
import { notesView } from '../notes-view.ts'
import { NotesPanel } from './notes-panel.tsx'

const close = () => notesView.set({ isPanelOpen: false })

/** The list of notes as a drawer, for screens without room next to the script (product §9, below lg). */
export function NotesDrawer() {
  return (
    <ModalDialog
      className={styles.drawer}
      aria-label="Notes"
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className={styles.inside}>
        <NotesPanel
          head={
            <header className={styles.head}>
              <h2>Notes</h2>
              <IconButton name="Close notes" hint="" size={44} isMuted onClick={close}>
                <CloseIcon size={20} />
              </IconButton>
            </header>
          }
        />
        {/* The drawer covers the corner of the window, in which messages are shown otherwise. */}
        <SnackbarSlot className={styles.message} />
      </div>
    </ModalDialog>
  )
}
