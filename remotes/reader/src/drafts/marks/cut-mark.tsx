import { classNames } from '@andscene/web-kit/class-names'
import { useEffect, useRef } from 'react'
import { OpenIcon } from '../../icons.tsx'
import { useDrafts } from '../drafts-context.ts'
import { changeView } from '../change-view.ts'
import styles from './marks.module.css'

export const cutText = (count: number) => (count === 1 ? '1 line cut' : `${count} lines cut`)

/** The mark that was pressed last: its other form takes the focus. */
let pressed: number | undefined

/** Opens or closes the lines that were cut before a line. */
export function CutMark({ at, isOpen = false }: { at: number; isOpen?: boolean }) {
  const { comparison, since } = useDrafts()
  const button = useRef<HTMLButtonElement>(null)
  const count = comparison?.cuts.get(at)?.length ?? 0
  useEffect(() => {
    if (pressed !== at) return
    pressed = undefined
    button.current?.focus({ preventScroll: true })
  }, [at])
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.cut, isOpen && styles.open)}
      aria-expanded={isOpen}
      aria-label={`${cutText(count)} since ${since?.name}`}
      onClick={() => {
        pressed = at
        changeView.toggleCut(at)
      }}
    >
      <span className={styles.long}>{cutText(count)}</span>
      <span className={styles.short}>{count} cut</span>
      <OpenIcon size={12} />
    </button>
  )
}
