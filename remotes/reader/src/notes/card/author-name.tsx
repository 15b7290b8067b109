import type { NoteView } from '../store/threads.ts'
import { kindText } from '../author-text.ts'
import styles from './author-name.module.css'

/** Who wrote a note, and what they are to the script: a name alone could be anybody's. */
export function AuthorName({ note, className }: { note: NoteView; className?: string | undefined }) {
  const kind = kindText(note)
  return (
    <>
      <b className={className} dir="auto">
        {note.mine ? 'You' : note.author}
      </b>
      {kind !== undefined && <span className={styles.kind}>{kind}</span>}
    </>
  )
}
