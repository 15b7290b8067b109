import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { SnackbarSlot } from '@andscene/web-kit/snackbar'
import { ModalDialog } from '../notes/modal-dialog.tsx'
import { IconButton } from '../page/transport/icon-button.tsx'
import styles from './figures-dialog.module.css'
import { FiguresPanel } from './figures-panel.tsx'
import { figuresView } from './figures-view.ts'

/** The figures above the page, for screens without room next to the script (product §9, below lg). */
export const FiguresDialog = () => (
  <ModalDialog className={styles.dialog} aria-label="Figures" onClose={figuresView.close}>
    <div className={styles.inside}>
      <FiguresPanel
        head={
          <header className={styles.head}>
            <h2>Figures</h2>
            <IconButton name="Close figures" hint="" size={44} isMuted onClick={figuresView.close}>
              <CloseIcon size={20} />
            </IconButton>
          </header>
        }
      />
      {/* The dialog covers the corner of the window, in which messages are shown otherwise. */}
      <SnackbarSlot className={styles.message} />
    </div>
  </ModalDialog>
)
