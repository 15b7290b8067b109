import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './thread-card.module.css'

const FOCUSABLE = 'button[aria-label="Edit note"]'

/**
 * Runs a handler that removes its own button, then moves the focus to the rest of the note, else to its card or list.
 */
const keepingFocus =
  (run: () => void | Promise<void>) =>
  ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const note = currentTarget.closest<HTMLElement>('[data-note-id]')
    const around =
      note?.parentElement?.closest<HTMLElement>('[data-notes-part]') ??
      currentTarget.closest<HTMLElement>('[data-notes-part]')
    const keep = () =>
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const place = note?.isConnected ? (note.querySelector<HTMLElement>(FOCUSABLE) ?? note) : around
        if (!place?.isConnected) return
        if (place.tabIndex < 0) place.tabIndex = -1
        place.focus({ preventScroll: true })
      })
    void Promise.resolve(run()).then(keep)
  }

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  look?: 'plain' | 'strong' | 'danger' | 'all'
  /** Click handler that removes the button; the focus stays in the note. */
  onLeave?: () => void | Promise<void>
}

export const CardButton = ({ look, onLeave, ...button }: Props) => (
  <button
    type="button"
    className={classNames(parts.inlineButton, look && styles[look])}
    {...(onLeave && { onClick: keepingFocus(onLeave) })}
    {...button}
  />
)
