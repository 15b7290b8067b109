import type { ScriptListItem } from '@andscene/contracts/script'
import { useCallback, useEffect, useRef } from 'react'
import { headingIdOf } from './script-card.tsx'

/** The page's heading, which takes the focus when no card is left. */
export const LIST_HEADING_ID = 'your-scripts'

/**
 * Where the focus goes when the card that held it is deleted: to the next card, else to the heading. The card
 * may leave the list before or after the question has closed: `begin` when it was agreed to, `settle` once it is closed.
 */
export function useFocusAfterDelete(shown: readonly ScriptListItem[]) {
  const leaving = useRef<{ id: string; index: number }>(undefined)
  const latest = useRef(shown)

  const settle = useCallback(() => {
    if (!leaving.current) return
    const { id, index } = leaving.current
    const scripts = latest.current
    if (scripts.some(({ _id }) => _id === id)) return
    leaving.current = undefined
    const next = scripts[Math.min(index, scripts.length - 1)]
    const card = next && document.getElementById(headingIdOf(next._id))?.querySelector('a')
    ;(card ?? document.getElementById(LIST_HEADING_ID))?.focus()
  }, [])

  useEffect(() => {
    latest.current = shown
    // The dialog holds the focus until it has closed; `settle` moves it then.
    if (document.activeElement === document.body) settle()
  }, [shown, settle])

  const begin = useCallback((script: ScriptListItem) => {
    leaving.current = {
      id: script._id,
      index: latest.current.findIndex(({ _id }) => _id === script._id),
    }
  }, [])
  return { begin, settle }
}
