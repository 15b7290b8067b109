import type { RevisionSet } from '@andscene/contracts/revision-marks'
import { inkOf } from './ink-of.ts'
import { useRevisionsShown } from './revision-view.ts'

/** Declares the colors of the sets for revised words and marks (revisions.css), while the marks are shown. */
export function SetColors({ sets }: { sets: readonly RevisionSet[] }) {
  const areShown = useRevisionsShown()
  if (!areShown) return null
  const rules = sets.map(({ id, color }) =>
    color === undefined
      ? ''
      : `:is([data-revision-set='${id}'],[data-revision-mark='${id}']){--set:${inkOf(color, 'light')};--set-dark:${inkOf(color, 'dark')}}`,
  )
  return <style>{rules.join('')}</style>
}
