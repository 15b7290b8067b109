import { tip } from '@andscene/web-kit/tooltip'
import { EarIcon } from '../../icons.tsx'
import { useDrafts } from '../drafts-context.ts'
import type { Compared } from './hear-items.ts'
import { compareByEar } from './hearing.ts'
import { useHearSource } from './use-hear-source.ts'
import styles from './hear.module.css'

function useCompare(): ((compared: Compared) => void) | undefined {
  const { comparison, since } = useDrafts()
  const source = useHearSource(since?.number, comparison)
  return source && ((compared) => void compareByEar(source, compared))
}

/** In the margin of a reworded line: plays the former words, then the present ones (product §16). */
export function CompareLine({ index }: { index: number }) {
  const compare = useCompare()
  return (
    <button
      type="button"
      className={styles.margin}
      data-compare-by-ear=""
      // Keyboard users press E; a tab stop per line would get in their way.
      tabIndex={-1}
      aria-label="Compare by Ear"
      {...tip('Compare by Ear (E)')}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => compare?.({ of: 'new', index })}
    >
      <EarIcon size={16} />
    </button>
  )
}

/** Plays a line that was cut, if it is of the draft that is compared with. */
export function HearCut({ lineId }: { lineId: string }) {
  const { comparison } = useDrafts()
  const compare = useCompare()
  const index = comparison?.old.findIndex(({ _id }) => _id === lineId) ?? -1
  if (index < 0) return null
  return (
    <button type="button" className={styles.ear} onClick={() => compare?.({ of: 'old', index })}>
      <EarIcon size={14} />
      {'Hear '}
      <span className="as-visually-hidden">this line in the former draft</span>
    </button>
  )
}
