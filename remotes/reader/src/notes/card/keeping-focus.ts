import type { MouseEvent } from 'react'

const FOCUSABLE = 'button[aria-label="Edit note"]'

/** Runs a press that removes its own button: the focus goes to the rest of the note, else to its card or list. */
export const keepingFocus =
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
