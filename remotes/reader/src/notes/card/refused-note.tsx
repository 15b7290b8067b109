import { useSnackbar } from '@andscene/web-kit/snackbar'
import type { CreateNoteBody } from '@andscene/contracts/notes'
import { textOf, type Operation } from '../store/operation.ts'
import type { NoteView } from '../store/threads.ts'
import { useNotesStore } from '../use-store.ts'
import styles from './thread-card.module.css'

type Props = { operation: Operation; note?: NoteView | undefined }

/** What the backend does not take: why, what was written, and what can be done about it. */
export function RefusedNote({ operation, note }: Props) {
  const notes = useNotesStore()
  const { refusal } = operation
  const text = textOf(operation)
  if (!refusal) return null
  if (refusal.kind === 'conflict')
    return (
      <div className={styles.refused} role="alert">
        <p>This note was changed in the meantime.</p>
        <dl className={styles.versions}>
          <dt>Theirs</dt>
          <dd dir="auto">{note?.text}</dd>
          <dt>Yours</dt>
          <dd dir="auto">{text ?? note?.text}</dd>
        </dl>
        <div className={styles.choices}>
          <button type="button" className={styles.plain} onClick={() => notes.giveUp(operation)}>
            Keep theirs
          </button>
          <button type="button" className={styles.strong} onClick={() => notes.sendAgain(operation)}>
            Keep mine
          </button>
        </div>
      </div>
    )
  return (
    <div className={styles.refused} role="alert">
      <p>{refusal.kind === 'gone' ? 'This note was deleted in the meantime.' : refusal.sentence}</p>
      {text !== undefined && operation.kind !== 'create' && (
        <p className={styles.yours} dir="auto">
          {text}
        </p>
      )}
      <div className={styles.choices}>
        <button type="button" className={styles.plain} onClick={() => notes.giveUp(operation)}>
          Discard
        </button>
        {text !== undefined && <CopyText text={text} />}
        {refusal.kind === 'refused' ? (
          <button type="button" className={styles.strong} onClick={() => notes.sendAgain(operation)}>
            Try again
          </button>
        ) : (
          text !== undefined && (
            <button
              type="button"
              className={styles.strong}
              onClick={() => notes.writeAnew(operation, newNote(operation, text))}
            >
              Send as a new note
            </button>
          )
        )}
      </div>
    </div>
  )
}

/** What was written, on the line where it stood. */
function newNote(operation: Operation, text: string): CreateNoteBody {
  const look =
    operation.kind === 'create' ? operation.body : operation.kind === 'change' ? operation.was : undefined
  return {
    _id: crypto.randomUUID(),
    lineId: operation.lineId,
    text,
    colour: look?.colour ?? 'yellow',
    category: look?.category ?? 'General',
  }
}

export function CopyText({ text }: { text: string }) {
  const snackbar = useSnackbar()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      snackbar.success('Copied.')
    } catch {
      snackbar.error('Your browser does not let this page copy. Select the words instead.')
    }
  }
  return (
    <button type="button" className={styles.plain} onClick={() => void copy()}>
      Copy text
    </button>
  )
}
