import { useLayoutEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/** A control that arrows lead to; of all in a list only one is in the tab order. */
export const STOP = { 'data-stop': '', tabIndex: -1 } as const

const stopsIn = (element: HTMLElement) => [...element.querySelectorAll<HTMLElement>('[data-stop]')]
const columnsOf = (row: HTMLElement) => {
  const grid = row.closest('[data-columns]')
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
}

/** The target of a key press on `stop`; rows are `[data-row]`, in one or more columns. */
function target(root: HTMLElement, stop: HTMLElement, key: string, ctrl: boolean): HTMLElement | undefined {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')]
  const row = rows.findIndex((each) => each.contains(stop))
  const stops = stopsIn(rows[row] ?? root)
  const place = stops.indexOf(stop)
  const firstOf = (at: number) => rows[at] && stopsIn(rows[at])[0]
  switch (key) {
    case 'ArrowRight':
      return stops[place + 1] ?? firstOf(row + 1)
    case 'ArrowLeft':
      return stops[place - 1] ?? (rows[row - 1] && stopsIn(rows[row - 1]!).at(-1))
    case 'ArrowDown':
    case 'ArrowUp': {
      const next = rows[row + (key === 'ArrowDown' ? 1 : -1) * columnsOf(rows[row]!)]
      return next && (stopsIn(next)[place] ?? stopsIn(next)[0])
    }
    case 'Home':
      return ctrl ? firstOf(0) : undefined
    case 'End':
      return ctrl ? firstOf(rows.length - 1) : undefined
    default:
      return undefined
  }
}

/** One tab stop for all rows: arrows lead through and between rows, Ctrl+Home and Ctrl+End to the ends. */
export function useRovingFocus(root: RefObject<HTMLElement | null>) {
  // What holds the stop may have gone with its row, or come with the first one.
  useLayoutEffect(() => {
    const stops = root.current ? stopsIn(root.current) : []
    if (!stops.some((stop) => stop.tabIndex === 0) && stops[0]) stops[0].tabIndex = 0
  })
  return {
    onFocus(event: FocusEvent) {
      const { target: focused } = event
      if (!root.current || !(focused instanceof HTMLElement) || !focused.matches('[data-stop]')) return
      for (const stop of stopsIn(root.current)) stop.tabIndex = stop === focused ? 0 : -1
    },
    onKeyDown(event: KeyboardEvent) {
      const { target: from, key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (event.defaultPrevented || altKey || shiftKey || !(from instanceof HTMLElement)) return
      // In an open list arrows belong to the list and its words.
      if (!root.current || !from.matches('[data-stop]') || from.getAttribute('aria-expanded') === 'true')
        return
      const to = target(root.current, from, key, ctrlKey || metaKey)
      if (!to) return
      event.preventDefault()
      to.focus()
    },
  }
}
