import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useState } from 'react'
import { nameText } from '../author.tsx'
import type { NotesOf } from '../store/ports.ts'
import type { NoteView } from '../store/threads.ts'
import { useNotesStore } from '../use-store.ts'
import { CardButton } from './card-button.tsx'
import styles from './thread-card.module.css'

type Props = { note: NoteView; isRoot: boolean; onKeep: () => void }

export function DeleteQuestion({ note, isRoot, onKeep }: Props) {
  const notes = useNotesStore()
  const [all, setAll] = useState<NotesOf>()
  const { mine, authorKey, linkKey, authorKind } = note
  const what = isRoot ? 'note' : 'reply'
  if (all) return <AllNotesQuestion note={note} of={all} onKeep={onKeep} />
  return (
    <>
      <fieldset className={styles.question}>
        <legend>Delete this {what}?</legend>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- its question has just been asked */}
        <CardButton look="plain" autoFocus onClick={onKeep}>
          Keep {what}
        </CardButton>
        <CardButton look="danger" onLeave={() => notes.remove(note)}>
          Delete {what}
        </CardButton>
      </fieldset>
      {!mine && authorKey !== undefined && (
        <CardButton look="all" onClick={() => setAll('author')}>
          Delete all notes of this {authorKind}…
        </CardButton>
      )}
      {!mine && linkKey !== undefined && (
        <CardButton look="all" onClick={() => setAll('link')}>
          Delete all notes from this link…
        </CardButton>
      )}
    </>
  )
}

function AllNotesQuestion({ note, of, onKeep }: Omit<Props, 'isRoot'> & { of: NotesOf }) {
  const notes = useNotesStore()
  const snackbar = useSnackbar()
  const [isBusy, setBusy] = useState(false)
  const count = notes.countLike(note, of)
  const removeAll = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const deleted = await notes.removeLike(note, of)
      snackbar.success(deleted === 1 ? '1 note deleted.' : `${deleted} notes deleted.`)
    } catch {
      setBusy(false)
      snackbar.error('The notes were not deleted. Check your connection and try again.')
    }
  }
  return (
    <fieldset className={styles.aboutAll}>
      <legend>
        {count === 1 ? 'Delete the 1 note' : `Delete all ${count} notes`}{' '}
        {of === 'link' ? (
          'from this link'
        ) : (
          <>
            by <bdi>{nameText(note.author, note.authorKind)}</bdi>
          </>
        )}
        ? Replies by others stay.
      </legend>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- its question has just been asked */}
      <CardButton look="plain" autoFocus onClick={onKeep}>
        Keep notes
      </CardButton>
      <CardButton look="danger" aria-busy={isBusy} onLeave={removeAll}>
        Delete notes
      </CardButton>
    </fieldset>
  )
}
