import type { NoteView } from './store/threads.ts'
import styles from './card/thread-card.module.css'
import { asGuest } from '@andscene/contracts/text/guest-name'
import { FORMER_COLLABORATOR, type AuthorKind, type Note } from '@andscene/contracts/notes'

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

const KINDS: Record<AuthorKind, string> = { owner: 'Owner', collaborator: 'Collaborator', guest: 'Guest' }

type Author = Pick<Note, 'author' | 'authorKind' | 'mine'>

/** The role next to the author's name; none next to "You" and for a deleted account. */
export const kindText = ({ author, authorKind, mine }: Author): string | undefined => {
  const isFormer = authorKind === 'collaborator' && author === FORMER_COLLABORATOR
  return mine || isFormer || !authorKind ? undefined : KINDS[authorKind]
}

export const nameText = (name: string, kind: AuthorKind | undefined): string =>
  kind === 'guest' ? asGuest(name) : name
