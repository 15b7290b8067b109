import type { CSSProperties } from 'react'

/** The ink of a revision set on light and on dark paper; SetColors declares them while the marks are shown. */
export const setColor = (id: number) =>
  ({ '--set': `var(--set-${id})`, '--set-dark': `var(--set-dark-${id})` }) as CSSProperties
