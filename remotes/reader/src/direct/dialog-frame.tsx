import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { SnackbarSlot } from '@andscene/web-kit/snackbar'
import type { KeyboardEvent, ReactNode } from 'react'
import { ModalDialog } from '../notes/modal-dialog.tsx'
import { IconButton } from '../page/transport/icon-button.tsx'
import styles from './direct.module.css'

type Props = {
  title: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
  foot?: ReactNode
}

/** A dialog beside the script; a bottom sheet on a phone. */
export const DialogFrame = ({ title, onClose, onKeyDown, children, foot }: Props) => (
  <ModalDialog
    className={styles.dialog}
    aria-label={title}
    onClose={onClose}
    onKeyDown={onKeyDown}
    onPointerDown={(event) => {
      if (event.target === event.currentTarget) onClose()
    }}
  >
    <div className={styles.inside}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <IconButton name="Close" hint="" size={40} isMuted onClick={onClose}>
          <CloseIcon size={20} />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
      {/* The dialog covers the corner of the window, in which messages are shown otherwise. */}
      <SnackbarSlot className={styles.message} />
    </div>
  </ModalDialog>
)
