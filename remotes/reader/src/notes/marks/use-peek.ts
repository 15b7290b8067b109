import { useEffect, useRef, type KeyboardEvent } from 'react'
import { notesView } from '../notes-view.ts'

/** In milliseconds: long enough to ignore a pointer that passes by, and to reach the card with the pointer. */
const OPEN_AFTER_MS = 120
const CLOSE_AFTER_MS = 250

let closing: ReturnType<typeof setTimeout> | undefined

export const keepPeek = () => clearTimeout(closing)

export function leavePeek(): void {
  clearTimeout(closing)
  closing = setTimeout(() => {
    if (notesView.get().opened?.isPeek) notesView.set({ opened: null })
  }, CLOSE_AFTER_MS)
}

export function usePeek(lineId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const open = () => {
    keepPeek()
    const { opened } = notesView.get()
    // Keeps a card that the user opened or is writing in.
    if (opened && !opened.isPeek) return
    notesView.open(lineId, { isPeek: true, takesFocus: false })
  }
  return {
    onPointerEnter(event: { pointerType: string }) {
      if (event.pointerType !== 'mouse') return
      keepPeek()
      timer.current = setTimeout(open, OPEN_AFTER_MS)
    },
    onPointerLeave() {
      stop()
      leavePeek()
    },
    onFocus(event: { currentTarget: Element }) {
      if (event.currentTarget.matches(':focus-visible')) open()
    },
    onBlur: leavePeek,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !notesView.get().opened?.isPeek) return
      event.preventDefault()
      event.stopPropagation()
      stop()
      notesView.set({ opened: null })
    },
  }
}
