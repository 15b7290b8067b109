import { classNames } from '@andscene/web-kit/class-names'
import { useEffect, useRef } from 'react'
import type { PopupProps } from '../../late/late-parts.tsx'
import { ReportIcon } from '../../icons.tsx'
import { useMayNote, useOpenScript } from '../open-script.ts'
import { RevisionChoice } from '../revision-marks/revision-choice.tsx'
import { BesideButton } from '../transport/menus/popover.tsx'
import styles from './paper-popup.module.css'
import { printScript, setPrintsNotes, usePrintsNotes } from './print-choice.ts'
import { changeTextSize, LARGEST_TEXT, SMALLEST_TEXT, useTextSize } from './text-size.ts'

export const PaperPopup = (popup: PopupProps) => (
  <BesideButton
    {...popup}
    label="Text size and print"
    className={styles.menu}
    content={<Paper onPrint={popup.onClose} />}
  />
)

function Paper({ onPrint }: { onPrint: () => void }) {
  const size = useTextSize()
  const printsNotes = usePrintsNotes()
  const mayNote = useMayNote()
  const { lines } = useOpenScript()
  const hasNotes = mayNote || lines.some(({ scriptNote }) => scriptNote !== undefined)
  const first = useRef<HTMLDivElement>(null)
  // The popover is not positioned yet: the page must not scroll to it.
  useEffect(() => first.current?.closest('dialog')?.focus({ preventScroll: true }), [])
  return (
    <>
      <div ref={first} className={styles.size}>
        <span className={styles.label}>Text size</span>
        <button
          type="button"
          className="as-button"
          aria-label="Smaller text"
          disabled={size === SMALLEST_TEXT}
          onClick={() => changeTextSize(-1)}
        >
          <span className={styles.small}>A</span>
        </button>
        <output>{size} %</output>
        <button
          type="button"
          className="as-button"
          aria-label="Larger text"
          disabled={size === LARGEST_TEXT}
          onClick={() => changeTextSize(1)}
        >
          <span className={styles.large}>A</span>
        </button>
      </div>
      <RevisionChoice />
      <div className={styles.print}>
        {hasNotes && (
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={printsNotes}
              onChange={({ target }) => setPrintsNotes(target.checked)}
            />
            Print open notes
          </label>
        )}
        <button
          type="button"
          className={classNames('as-button as-button-primary', styles.go)}
          onClick={() => {
            onPrint()
            void printScript()
          }}
        >
          <ReportIcon size={16} /> Print
        </button>
      </div>
    </>
  )
}
