import type { RevisionMark as Mark, RevisionSet } from '@andscene/contracts/revision-marks'
import { isolated } from '@andscene/contracts/text/isolated'
import { tip } from '@andscene/web-kit/tooltip'
import { memo } from 'react'
import { useOpenScript } from '../open-script.ts'
import { useRevisionsShown } from './revision-view.ts'

type Props = { marks: readonly Mark[]; side: 'left' | 'right' | undefined }

/** The mark of a revised line in the margin, with the sign and color of its latest set, and the names of all. */
export const RevisionMark = memo(function RevisionMark({ marks, side }: Props) {
  const areShown = useRevisionsShown()
  const { revisionSets = [] } = useOpenScript().script
  const ids = [...new Set(marks.map(({ set }) => set))].toSorted((one, other) => other - one)
  const sets = ids.map(
    (id): RevisionSet =>
      revisionSets.find((set) => set.id === id) ?? { id, name: `Revision ${id}`, mark: '*' },
  )
  const [latest] = sets
  if (!areShown || !latest) return null
  const names = sets.map(({ name }) => isolated(name)).join(', ')
  return (
    <span data-revision-mark={latest.id} data-side={side} {...tip(names)}>
      <span className="as-visually-hidden">{names}</span>
      <span aria-hidden="true">{latest.mark}</span>
    </span>
  )
})
