import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './notes-drawer.module.css'
import { notesView } from '../notes-view.ts'
import { useAboveKeyboard } from '../card/use-above-keyboard.ts'
import { NotesPanel } from './notes-panel.tsx'

/** The list of the notes where the page has no room beside it (product §9, below lg). */
export function NotesDrawer() {
  const box = useRef<HTMLDialogElement>(null)
  useAboveKeyboard(box)
  const close = useEffectEvent(() => notesView.set({ isPanelOpen: false }))
  useEffect(() => {
    const { current: dialog } = box
    const before = document.activeElement
    if (typeof dialog?.showModal === 'function') dialog.showModal()
    else dialog?.setAttribute('open', '')
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside it closes it; Escape does it for keys
    <dialog
      ref={box}
      className={styles.drawer}
      aria-modal="true"
      aria-label="Notes"
      data-notes-part=""
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className={styles.inside}>
        <NotesPanel
          head={
            <header className={styles.head}>
              <h2>Notes</h2>
              <button type="button" className={styles.close} aria-label="Close notes" onClick={close}>
                <CloseIcon size={20} />
              </button>
            </header>
          }
        />
      </div>
    </dialog>,
    document.body,
  )
}
