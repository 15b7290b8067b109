import { useLayoutEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/** Props of a control that arrow keys reach; only one of them per list is in the tab order. */
export const STOP = { 'data-stop': '', tabIndex: -1 } as const

const stopsIn = (element: HTMLElement) => [...element.querySelectorAll<HTMLElement>('[data-stop]')]
const columnsOf = (row: HTMLElement) => {
  const grid = row.closest('[data-columns]')
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
}

/** The element that a key moves the focus to from `stop`; rows are `[data-row]`, in one or more columns. */
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

/** One tab stop for all rows: arrow keys move within and between rows, Ctrl+Home and Ctrl+End to the first and last. */
export function useRovingFocus(root: RefObject<HTMLElement | null>) {
  // The tab stop may have been removed with its row, or not exist yet.
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
      // In an open list, arrow keys move in the list and its search text.
      if (!root.current || !from.matches('[data-stop]') || from.getAttribute('aria-expanded') === 'true')
        return
      const to = target(root.current, from, key, ctrlKey || metaKey)
      if (!to) return
      event.preventDefault()
      to.focus()
    },
  }
}
