import { useLayoutEffect, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'
import { isTaken } from '../../player/device/keyboard.ts'

type Mark = SVGElement
type Actions = { onJump: (line: number) => void; onPoint: (text: string | undefined) => void }

const MARK = '[data-line]'
const marksIn = (root: Element) => [...root.querySelectorAll<Mark>(MARK)]
const markOf = ({ target: at }: { target: EventTarget }): Mark | null =>
  at instanceof Element ? at.closest<Mark>(MARK) : null
const titleOf = (mark: Mark | null) => mark?.querySelector('title')?.textContent ?? undefined
const timeOf = (mark: Mark) => Number(mark.dataset['at'])

/** The mark that a key moves the focus to: within a row, or to the nearest time in the row above or below. */
function target(root: Element, mark: Mark, key: string): Mark | undefined {
  const rows = [...root.querySelectorAll('[data-row]')]
  const row = rows.findIndex((each) => each.contains(mark))
  const marks = marksIn(rows[row]!)
  const place = marks.indexOf(mark)
  switch (key) {
    case 'ArrowRight':
      return marks[place + 1]
    case 'ArrowLeft':
      return marks[place - 1]
    case 'Home':
      return marks[0]
    case 'End':
      return marks.at(-1)
    case 'ArrowDown':
    case 'ArrowUp': {
      const next = rows[row + (key === 'ArrowDown' ? 1 : -1)]
      return next && nearest(marksIn(next), timeOf(mark))
    }
    default:
      return undefined
  }
}

const nearest = (marks: readonly Mark[], at: number): Mark | undefined => {
  let found: Mark | undefined
  for (const mark of marks)
    if (!found || Math.abs(timeOf(mark) - at) < Math.abs(timeOf(found) - at)) found = mark
  return found
}

/** One tab stop for all marks of a chart: arrow keys move between them, Enter or a click goes to the line of one. */
export function useMarks(root: RefObject<HTMLElement | null>, { onJump, onPoint }: Actions) {
  // The tab stop may have been removed with its row, or not exist yet.
  useLayoutEffect(() => {
    const marks = root.current ? marksIn(root.current) : []
    if (marks[0] && !marks.some((mark) => mark.tabIndex === 0)) marks[0].tabIndex = 0
  })
  const jump = (mark: Mark) => onJump(Number(mark.dataset['line']))
  return {
    onClick(event: SyntheticEvent) {
      const mark = markOf(event)
      if (mark) jump(mark)
    },
    onPointerOver: (event: SyntheticEvent) => onPoint(titleOf(markOf(event))),
    onPointerLeave: () => onPoint(undefined),
    onBlur: () => onPoint(undefined),
    onFocus(event: SyntheticEvent) {
      const focused = markOf(event)
      if (!focused || !root.current) return
      for (const mark of root.current.querySelectorAll<Mark>(`${MARK}[tabindex="0"]`)) mark.tabIndex = -1
      focused.tabIndex = 0
      onPoint(titleOf(focused))
    },
    onKeyDown(event: KeyboardEvent) {
      const mark = markOf(event)
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (!mark || !root.current || altKey || ctrlKey || metaKey || shiftKey) return
      // After a click, space is the player's.
      const isPress = key === 'Enter' || (key === ' ' && isTaken(mark, 'toggle'))
      const next = isPress ? undefined : target(root.current, mark, key)
      if (!isPress && !next && !key.startsWith('Arrow')) return
      event.preventDefault()
      event.stopPropagation()
      if (isPress) jump(mark)
      else next?.focus()
    },
  }
}
