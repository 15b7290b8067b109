import type { RevisionSet } from '@andscene/contracts/revision-marks'
import { useLayoutEffect } from 'react'
import { inkOf } from './ink-of.ts'

/** Declares the colors of the sets for the page; marked words have them while this is mounted. */
export function SetColors({ sets }: { sets: readonly RevisionSet[] }): null {
  // Before the paint that shows the marks.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const inks = sets.flatMap(({ id, color }): [string, string][] =>
      color === undefined
        ? []
        : [
            [`--set-${id}`, inkOf(color, 'light')],
            [`--set-dark-${id}`, inkOf(color, 'dark')],
          ],
    )
    for (const [name, ink] of inks) style.setProperty(name, ink)
    return () => {
      for (const [name] of inks) style.removeProperty(name)
    }
  }, [sets])
  return null
}
