/** Focuses the element, unless the user has moved the focus elsewhere. */
export const takeFocus = (element: HTMLElement | null): void => {
  if (document.activeElement?.matches('body, :disabled') ?? true) element?.focus({ preventScroll: true })
}
