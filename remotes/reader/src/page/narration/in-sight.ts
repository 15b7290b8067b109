import type { Player } from '../../player/engine/player.ts'

/** Pixels. Lines closer than this to an edge of the window are scrolled to its middle: the bars need the room. */
const TOP_EDGE = 200
const BOTTOM_EDGE = 120

const covered = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bottom-inset')) || 0

export const lineElement = (line: number) =>
  document.querySelector<HTMLElement>(`[data-line-index="${line}"]`)

/** Scrolls to a line that is not fully in view; a tall line that `isNew` is scrolled to its top. */
export function bringIntoSight(row: HTMLElement | null, isNew = true): void {
  const box = row?.getBoundingClientRect()
  const bottom = innerHeight - covered() - BOTTOM_EDGE
  if (!box || (box.top > TOP_EDGE && box.bottom < bottom)) return
  const isTall = box.height > bottom - TOP_EDGE
  if (isTall && !isNew && box.top < bottom && box.bottom > TOP_EDGE) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  row?.scrollIntoView({ block: isTall ? 'start' : 'center', behavior: isCalm ? 'auto' : 'smooth' })
}

/** Returns to the position before a jump, otherwise to the current line; scrolls to it once its page is rendered. */
export function goBack(player: Player): void {
  if (player.getSnapshot().wayBack) player.goBack()
  else player.follow()
  requestAnimationFrame(() => bringIntoSight(lineElement(player.getSnapshot().line)))
}

export function focusLine(line: number): boolean {
  const button = lineElement(line)?.querySelector<HTMLElement>('[role="button"]')
  button?.focus({ preventScroll: true })
  return Boolean(button)
}

/** Moves the focus to the current line if the focused element was removed, as with a dialog opened without a button. */
export function focusLineIfLost(player: Player): void {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body)
    focusLine(Math.max(player.getSnapshot().line, 0))
}
