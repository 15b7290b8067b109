import type { ScriptListItem } from '@andscene/contracts/script'
import { useCallback, useEffect, useRef } from 'react'
import { headingIdOf } from '../script-card.tsx'

/** The page's heading, which gets the focus when there are no cards. */
export const LIST_HEADING_ID = 'your-scripts'

/**
 * Moves the focus from a deleted card to the next one, or to the heading. The card may leave the list before or after the
 * dialog has closed: call `begin` on confirmation and `settle` once the dialog is closed.
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
export type FocusAfterDelete = ReturnType<typeof useFocusAfterDelete>
