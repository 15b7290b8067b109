import { useCallback, useEffect, useState } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { openPronounce } from './pronounce-store.ts'
import styles from './pronounce.module.css'
import { selectedWords } from './selected-words.ts'

/** Between the selection and the button, and between the button and the edges of the window. Pixels. */
const GAP = 8
const SIZE = { width: 140, height: 44 }

type Place = { text: string; line: number; left: number; top: number }

/** Pronounce…, next to selected words of a line (product §5). For users who may cast. */
export function SelectionButton() {
  const { lines } = useOpenScript()
  const [place, setPlace] = useState<Place>()

  const look = useCallback(() => {
    const selected = selectedWords(lines)
    const box = selected && getSelection()?.getRangeAt(0).getBoundingClientRect()
    setPlace(
      !selected || !box || box.bottom < 0 || box.top > innerHeight
        ? undefined
        : {
            ...selected,
            left: within(box.left + box.width / 2 - SIZE.width / 2, innerWidth - SIZE.width),
            top: within(
              // Below: the menu of a touch screen is above the selection.
              box.bottom + GAP + SIZE.height < innerHeight ? box.bottom + GAP : box.top - GAP - SIZE.height,
              innerHeight - SIZE.height,
            ),
          },
    )
  }, [lines])

  useEffect(() => {
    let frame = 0
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    // Words may be selected before this code is loaded, or while the lines change.
    later()
    const events = ['selectionchange', 'scroll', 'pointerup'] as const
    for (const event of events) document.addEventListener(event, later, { capture: true, passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      for (const event of events) document.removeEventListener(event, later, { capture: true })
      removeEventListener('resize', later)
    }
  }, [look])

  if (!place) return null
  const { text, line, left, top } = place
  return (
    <button
      type="button"
      className={`as-button ${styles.pop}`}
      style={{ left, top, width: SIZE.width, minHeight: SIZE.height }}
      aria-label={`Pronounce “${text}”…`}
      aria-keyshortcuts="P"
      // Keeps the selection until the dialog opens.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        getSelection()?.removeAllRanges()
        openPronounce(text, line)
      }}
    >
      Pronounce…
    </button>
  )
}

const within = (value: number, most: number): number => Math.round(Math.max(GAP, Math.min(value, most - GAP)))
