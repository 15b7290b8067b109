/**
 * Gives the focus to a line of the page on show, when what had it is gone: a dialog that came by itself, or that led to
 * another one, leaves nothing behind that the focus could go back to.
 */
export function focusLineIfLost(index: number): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>(`[data-line-index="${index}"] [role="button"]`)?.focus({
    preventScroll: true,
  })
}
