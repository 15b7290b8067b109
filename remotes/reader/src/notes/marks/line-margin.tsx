import type { Line } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { RenameIcon } from '@andscene/web-kit/icons/actions'
import { tip } from '@andscene/web-kit/tooltip'
import { memo, type CSSProperties, type MouseEvent } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { beginNote, continueNote } from '../begin-note.ts'
import { AddNoteIcon } from '../../icons.tsx'
import { hasStatus } from '../note-filter.ts'
import { notesView, useNotesView } from '../notes-view.ts'
import { useDraftPlace, useThreadsOf } from '../use-store.ts'
import styles from './marks.module.css'
import { usePeek } from './use-peek.ts'

/** Keeps the text selection that the click refers to. */
const keepSelection = (event: MouseEvent) => event.preventDefault()

type Props = { index: number; line: Line; className: string | undefined; isCurrent: boolean }

/** The margin of a line: a click adds a note; existing notes have a mark that opens them (product §12). */
export const LineMargin = memo(function LineMargin({ index, line, className, isCurrent }: Props) {
  const { player, lines } = useOpenScript()
  const draftPlace = useDraftPlace(line._id)
  const hasDraft = draftPlace !== undefined
  return (
    <div className={classNames(styles.margin, className)} data-note-margin={line._id}>
      <button
        type="button"
        className={classNames(styles.add, hasDraft && styles.draft)}
        // Keyboard users press N; a tab stop per line would get in their way.
        tabIndex={-1}
        // Screen readers would read it between all lines.
        aria-hidden={(!isCurrent && !hasDraft) || undefined}
        aria-label={hasDraft ? 'Continue your note on this line' : 'Add a note to this line'}
        {...tip(hasDraft ? 'Continue your note' : 'Add a note (N)')}
        onMouseDown={keepSelection}
        onClick={() =>
          draftPlace
            ? continueNote({ player, lines }, index, draftPlace)
            : beginNote({ player, lines }, index)
        }
      >
        {hasDraft ? <RenameIcon size={16} /> : <AddNoteIcon size={18} />}
      </button>
      <NoteMark line={line} />
    </div>
  )
})

/** Opens the notes of a line, if it has any. */
export function NoteMark({ line }: { line: Line }) {
  const all = useThreadsOf(line._id)
  const status = useNotesView(({ filter }) => filter.status)
  const isOpen = useNotesView(({ opened }) => opened?.lineId === line._id)
  const selected = useNotesView(({ selected: noteId }) => noteId)
  const peek = usePeek(line._id)
  const threads = all.filter((thread) => hasStatus(thread, status))
  const colours = [...new Set(threads.map(({ note }) => note.colour))]
  const [colour = 'yellow', second] = colours
  const isDone = threads.every(({ note }) => note.resolvedAt !== undefined)
  const isRefused = threads.some(
    ({ note, replies }) => note.unsent === 'refused' || replies.some(({ unsent }) => unsent === 'refused'),
  )
  const isNew = threads.some(({ note, replies }) => note.isNew || replies.some((reply) => reply.isNew))
  const count = threads.length
  const name = count === 1 ? '1 note' : `${count} notes`

  if (count === 0) return null
  return (
    <button
      type="button"
      className={classNames(
        styles.mark,
        isDone && styles.done,
        isRefused && styles.refused,
        isNew && styles.fresh,
        second && styles.more,
      )}
      data-note-mark={line._id}
      data-note-colour={colour}
      data-selected={threads.some(({ note }) => note._id === selected) || undefined}
      aria-label={`${name} on this line${isRefused ? ', not sent' : isNew ? ', new' : ''}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onMouseDown={keepSelection}
      onClick={() => notesView.open(line._id)}
      style={second && ({ '--second': `var(--note-${second})` } as CSSProperties)}
      {...peek}
    >
      {isRefused ? '!' : count}
    </button>
  )
}
