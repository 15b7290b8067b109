/** For who is still there, and nowhere else: the button that was pressed is disabled, or gone with its form. */
export const takeFocus = (element: HTMLElement | null): void => {
  if (document.activeElement?.matches('body, :disabled') ?? true) element?.focus({ preventScroll: true })
}
