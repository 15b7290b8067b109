import { useEffect, useEffectEvent, type ComponentProps, type RefObject } from 'react'
import { createPortal } from 'react-dom'

type Props = Omit<ComponentProps<'dialog'>, 'ref'> & {
  box: RefObject<HTMLDialogElement | null>
  onClose: () => void
}

/** A modal dialog of the notes. Escape closes it; the focus returns to where it was. */
export function ModalDialog({ box, onClose, ...rest }: Props) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { current: dialog } = box
    const before = document.activeElement
    if (typeof dialog?.showModal === 'function') dialog.showModal()
    else dialog?.setAttribute('open', '')
    const cancel = (event: Event) => {
      event.preventDefault()
      close()
    }
    dialog?.addEventListener('cancel', cancel)
    return () => {
      dialog?.removeEventListener('cancel', cancel)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [box])
  return createPortal(<dialog ref={box} aria-modal="true" data-notes-part="" {...rest} />, document.body)
}
