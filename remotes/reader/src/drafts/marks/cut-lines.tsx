import type { Line } from '@andscene/contracts/script'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { classNames } from '@andscene/web-kit/class-names'
import { lookOf } from '../../page/line-look.ts'
import { useNotes } from '../../notes/late-notes.ts'
import { useMayNote, useOpenScript } from '../../page/open-script.ts'
import type { PageItem } from '../../page/sheet/page-lines.ts'
import { LineWords } from '../../page/sheet/run-words.tsx'
import lineStyles from '../../page/sheet/script-line.module.css'
import { useDrafts } from '../drafts-context.ts'
import { useChangeView } from '../change-view.ts'
import { HearCut } from '../hear/compare-button.tsx'
import { CutMark, cutText } from './cut-mark.tsx'
import styles from './marks.module.css'

/** The opened lines that were cut before a line, or before a line of two simultaneous speeches. */
export function OpenedCuts({ item }: { item: PageItem }) {
  const indexes =
    item.kind === 'line' ? [item.index] : [...item.left, ...item.right].map(({ index }) => index)
  return indexes.map((index) => <OpenedCut key={index} at={index} />)
}

/** After the last line. */
export function CutsAtEnd() {
  const { lines } = useOpenScript()
  const { cuts } = useDrafts()
  const isOpen = useChangeView(({ openCuts }) => openCuts.has(lines.length))
  if (!cuts.has(lines.length)) return null
  if (isOpen) return <OpenedCut at={lines.length} />
  return (
    <div className={classNames(lineStyles.row, styles.atEnd)}>
      <div className={styles.gap}>
        <div className={styles.labels}>
          <CutMark at={lines.length} />
        </div>
      </div>
    </div>
  )
}

export function OpenedCut({ at, isAlways = false }: { at: number; isAlways?: boolean }) {
  const { cuts } = useDrafts()
  const isOpen = useChangeView(({ openCuts }) => openCuts.has(at))
  const cut = cuts.get(at)
  if (!cut || !(isOpen || isAlways)) return null
  return (
    <section className={styles.cuts} aria-label={cutText(cut.length)}>
      <div className={styles.cutsHead}>
        {isAlways ? <span className={styles.label}>{cutText(cut.length)}</span> : <CutMark at={at} isOpen />}
      </div>
      {cut.map((line) => (
        <CutLine key={line._id} line={line} />
      ))}
    </section>
  )
}

function CutLine({ line }: { line: Line }) {
  const loaded = useNotes()
  const notes = useMayNote() ? loaded?.parts : undefined
  return (
    <div
      className={classNames(
        lineStyles.row,
        lookOf(line.type, lineStyles),
        line.capitals && lineStyles.capitals,
        styles.cutLine,
      )}
    >
      <div className={lineStyles.text} dir="auto" lang={line.language}>
        <del className={lineStyles.words}>
          <LineWords line={line} found={undefined} />
        </del>
        {canBeSpoken(line) && <HearCut lineId={line._id} />}
      </div>
      {notes && (
        <div className={lineStyles.margin} data-note-margin={line._id}>
          <notes.NoteMark line={line} />
        </div>
      )}
    </div>
  )
}
