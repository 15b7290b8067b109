import type { ScriptListItem } from '@andscene/contracts/script'
import { useCallback, useEffect, useRef, useState } from 'react'
import { headingIdOf } from '../script-card.tsx'

/** The page's heading, which gets the focus when there are no cards. */
export const LIST_HEADING_ID = 'your-scripts'

/** A control of a card that gets the focus if no other element has it. */
export type WantedFocus = { id: string; control: 'title' | 'rename' | 'drafts' }

const controlOf = ({ id, control }: WantedFocus) => {
  const heading = document.getElementById(headingIdOf(id))
  return control === 'title'
    ? heading?.querySelector('a')
    : heading?.closest('article')?.querySelector<HTMLElement>(`[data-action=${control}]`)
}

/** The element that had the focus was removed, or hidden with its tab. */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === body || !!activeElement?.closest('[role=tabpanel][aria-hidden=true]')
}

/**
 * Decides where the focus goes after an action: to a new or renamed card, wherever it is in the list; from a card that
 * left the list to the next one, or to the heading.
 */
export function useCardFocus(shown: readonly ScriptListItem[], freshId?: string) {
  const leaving = useRef<{ id: string; index: number }>(undefined)
  const latest = useRef(shown)
  const [wanted, setWanted] = useState<WantedFocus>()
  const [knownFreshId, setKnownFreshId] = useState<string>()
  if (freshId !== knownFreshId) {
    setKnownFreshId(freshId)
    setWanted(freshId === undefined ? undefined : { id: freshId, control: 'title' })
  }

  const settle = useCallback(() => {
    if (!leaving.current) return
    const { id, index } = leaving.current
    const scripts = latest.current
    if (scripts.some(({ _id }) => _id === id)) return
    leaving.current = undefined
    const next = scripts[Math.min(index, scripts.length - 1)]
    const card = next && controlOf({ id: next._id, control: 'title' })
    ;(card ?? document.getElementById(LIST_HEADING_ID))?.focus()
  }, [])

  useEffect(() => {
    latest.current = shown
    // The dialog holds the focus until it has closed; `settle` moves it then.
    if (document.activeElement === document.body) settle()
  }, [shown, settle])

  /** Call when a change that may remove the card is confirmed. */
  const begin = useCallback(({ _id }: ScriptListItem) => {
    leaving.current = { id: _id, index: latest.current.findIndex((known) => known._id === _id) }
  }, [])
  /** Call when the dialog that renames a script has closed, and when the old title is restored. */
  const renamed = useCallback(
    ({ _id }: ScriptListItem) => {
      settle()
      setWanted({ id: _id, control: 'rename' })
    },
    [settle],
  )
  /** Call when the dialog of a control of the card has closed. */
  const closed = useCallback(
    ({ _id }: ScriptListItem, control: WantedFocus['control']) => setWanted({ id: _id, control }),
    [],
  )
  return { wanted, begin, settle, renamed, closed }
}
export type CardFocus = Omit<ReturnType<typeof useCardFocus>, 'wanted'>

type Grid = { first: number; last: number; reveal: (index: number) => void }

/** Events by which the user continues; the focus is theirs from then on. */
const USER_EVENTS = ['pointerdown', 'keydown', 'wheel', 'change'] as const

/**
 * Scrolls to the card that wants the focus, and moves the focus there unless another element has it. Until the user
 * continues, also when the list changes.
 */
export function useWantedFocus(
  wanted: WantedFocus | undefined,
  scripts: readonly ScriptListItem[],
  { first, last, reveal }: Grid,
): void {
  const over = useRef<WantedFocus>(undefined)
  const revealedIn = useRef<readonly ScriptListItem[]>(undefined)
  useEffect(() => {
    if (!wanted) return
    const end = () => void (over.current = wanted)
    for (const name of USER_EVENTS) addEventListener(name, end, { capture: true, passive: true })
    return () => {
      for (const name of USER_EVENTS) removeEventListener(name, end, { capture: true })
    }
  }, [wanted])
  useEffect(() => {
    if (!wanted || over.current === wanted) return
    const index = scripts.findIndex(({ _id }) => _id === wanted.id)
    if (index < 0) return
    if (index < first || index >= last) {
      // Once for each order of the list: later, the page was scrolled elsewhere.
      if (revealedIn.current !== scripts) reveal(index)
      revealedIn.current = scripts
      return
    }
    // After a change of the tab, in the next frame.
    const frame = requestAnimationFrame(() => isFocusLost() && controlOf(wanted)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [wanted, scripts, first, last, reveal])
}
