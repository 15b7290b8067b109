import type { FocusEvent } from 'react'

/** Whether the focus leaves a popover for something else on the page, other than the button whose press closes it. */
export const leaves = ({ currentTarget, relatedTarget }: FocusEvent, button: Element | null): boolean =>
  relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) && !button?.contains(relatedTarget)
