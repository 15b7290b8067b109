import { useRef, useState, type FocusEvent } from 'react'

/** Whether the focus leaves a popup for something else on the page, other than the button whose press closes it. */
const leaves = ({ currentTarget, relatedTarget }: FocusEvent, button: Element | null): boolean =>
  relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) && !button?.contains(relatedTarget)

/** The button of a popup, and what opens and closes it; `onBlur` is of its content. */
export function usePopup() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = {
    open,
    onOpen: () => setOpen(true),
    onClose: () => {
      setOpen(false)
      // Where the focus was before; a click elsewhere takes it there next.
      button.current?.focus()
    },
    onBlur: (event: FocusEvent) => {
      if (leaves(event, button.current)) setOpen(false)
    },
  }
  return { button, popup }
}
