import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { useAboveKeyboard } from './card/use-above-keyboard.ts'

type Props = Omit<ComponentProps<'dialog'>, 'ref'> & { onClose: () => void }

/** A modal dialog of the notes. Escape closes it and returns the focus to the previous element. */
export function ModalDialog({ onClose, ...rest }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  useAboveKeyboard(box)
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
  }, [])
  return createPortal(<dialog ref={box} aria-modal="true" data-notes-part="" {...rest} />, document.body)
}
