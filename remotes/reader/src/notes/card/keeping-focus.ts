import type { MouseEvent } from 'react'

const FOCUSABLE = 'button[aria-label="Edit note"]'

/**
 * A press that takes its own button away, such as an answer: the focus goes to what is left of the note, else to the card or list that it
 * was in, and never back to the top of the page.
 */
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
