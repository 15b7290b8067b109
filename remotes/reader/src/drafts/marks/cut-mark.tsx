import type { Line } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { NotesIcon, OpenIcon } from '../../icons.tsx'
import { hasStatus } from '../../notes/note-filter.ts'
import { useNotesView } from '../../notes/notes-view.ts'
import { usePresentNotes } from '../../notes/use-store.ts'
import { useMayNote } from '../../page/open-script.ts'
import { useDrafts } from '../drafts-context.ts'
import { changeView } from '../change-view.ts'
import styles from './marks.module.css'

export const cutText = (count: number) => (count === 1 ? '1 line cut' : `${count} lines cut`)

const NONE: readonly Line[] = []
const deaf = () => () => undefined
const noteText = (count: number) => (count === 1 ? '1 note' : `${count} notes`)

/** How many notes that the filter shows are on these lines. */
function useNoteCount(lines: readonly Line[]): number {
  const notes = usePresentNotes()
  const status = useNotesView(({ filter }) => filter.status)
  const mayNote = useMayNote()
  return useSyncExternalStore(notes?.subscribe ?? deaf, () =>
    notes && mayNote
      ? lines.reduce(
          (sum, { _id }) => sum + notes.ofLine(_id).filter((thread) => hasStatus(thread, status)).length,
          0,
        )
      : 0,
  )
}

/** The mark that was pressed last: its other form takes the focus. */
let pressed: number | undefined

/** Opens or closes the lines that were cut before a line. */
export function CutMark({ at, isOpen = false }: { at: number; isOpen?: boolean }) {
  const { cuts } = useDrafts()
  const button = useRef<HTMLButtonElement>(null)
  const lines = cuts.get(at) ?? NONE
  const count = lines.length
  const notes = useNoteCount(lines)
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
      onClick={() => {
        pressed = at
        changeView.toggleCut(at)
      }}
    >
      <span className="as-visually-hidden">
        {notes === 0 ? cutText(count) : `${cutText(count)}, ${noteText(notes)}`}
      </span>
      <span className={styles.long} aria-hidden="true">
        {cutText(count)}
      </span>
      <span className={styles.short} aria-hidden="true">
        {count} cut
      </span>
      {notes > 0 && (
        <span className={styles.notes} aria-hidden="true">
          {notes}
          <NotesIcon size={12} />
        </span>
      )}
      <OpenIcon size={12} />
    </button>
  )
}
