import type { ScriptListItem } from '@andscene/contracts/script'
import { useCallback, useEffect, useRef } from 'react'

/** The page's heading, which takes the focus when no card is left. */
export const LIST_HEADING_ID = 'your-scripts'

/**
 * Where the focus goes when the card that held it is deleted: to the next card, else to the heading. The card
 * may leave the list before or after the question has closed: `begin` when it was agreed to, `settle` once it is closed.
 */
export function useFocusAfterDelete(shown: readonly ScriptListItem[]) {
  const grid = useRef<HTMLUListElement>(null)
  const leaving = useRef<{ id: string; index: number }>(undefined)
  const latest = useRef(shown)

  const settle = useCallback(() => {
    if (!leaving.current) return
    const { id, index } = leaving.current
    if (latest.current.some(({ _id }) => _id === id)) return
    leaving.current = undefined
    const cards = grid.current?.querySelectorAll<HTMLElement>('article h2 a')
    const next = cards?.[Math.min(index, cards.length - 1)] ?? document.getElementById(LIST_HEADING_ID)
    next?.focus()
  }, [])

  useEffect(() => {
    latest.current = shown
    // While the question is still closing it holds the focus: then its end settles it.
    if (document.activeElement === document.body) settle()
  }, [shown, settle])

  const begin = useCallback((script: ScriptListItem) => {
    leaving.current = {
      id: script._id,
      index: latest.current.findIndex(({ _id }) => _id === script._id),
    }
  }, [])
  return { grid, begin, settle }
}
