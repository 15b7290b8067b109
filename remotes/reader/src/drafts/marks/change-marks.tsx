import { useDrafts } from '../drafts-context.ts'
import { useChangeView } from '../change-view.ts'
import type { Comparison, LineChange } from '../compare-drafts.ts'
import { CompareLine } from '../hear/compare-button.tsx'
import { CutMark } from './cut-mark.tsx'
import styles from './marks.module.css'

/** The asterisk of a changed line, and above the line what changed: lines that were cut, or where it comes from. */
export function ChangeMarks({ index }: { index: number }) {
  const { comparison, cuts, isOnly } = useDrafts()
  const isCutOpen = useChangeView(({ openCuts }) => openCuts.has(index))
  const change = comparison?.byLine.get(index)
  const hasCut = cuts.has(index) && !isCutOpen && !isOnly
  if (!change && !hasCut) return null
  const text = change && textOf(change, comparison!)
  return (
    <>
      <div className={styles.gap} data-change-gap="">
        <div className={styles.labels}>
          {hasCut && <CutMark at={index} />}
          {change && isFirst(change, comparison!) && (
            <span className={styles.label} aria-hidden="true">
              {text}
            </span>
          )}
          {change?.kind === 'reworded' && <CompareLine index={index} />}
        </div>
      </div>
      {change && (
        <span className={styles.star} data-change-star={change.kind}>
          <span className="as-visually-hidden">{text}</span>
          <span aria-hidden="true">*</span>
        </span>
      )}
    </>
  )
}

function textOf(change: LineChange, comparison: Comparison): string {
  if (change.kind === 'new') return 'New'
  if (change.kind !== 'moved') return 'Reworded'
  const from = comparison.movedFrom(change.new!)
  return from === undefined ? 'Moved' : `Moved from ${from}`
}

/** Whether a new or moved line begins a block of such lines; a reworded one shows its words. */
function isFirst({ kind, new: index }: LineChange, { byLine, movedFrom }: Comparison): boolean {
  if (kind === 'new') return byLine.get(index! - 1)?.kind !== 'new'
  return movedFrom(index!) !== undefined
}
