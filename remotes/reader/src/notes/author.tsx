import type { NoteView } from './store/threads.ts'
import styles from './card/thread-card.module.css'
import { asGuest } from '@andscene/contracts/text/guest-name'
import { FORMER_COLLABORATOR, type AuthorKind } from '@andscene/contracts/notes'

const KINDS: Record<AuthorKind, string> = { owner: 'Owner', collaborator: 'Collaborator', guest: 'Guest' }

/** The author's name and role; no role for "You" and for a deleted account. */
export function AuthorName({ note, className }: { note: NoteView; className?: string | undefined }) {
  const { author, authorKind, mine } = note
  const isFormer = authorKind === 'collaborator' && author === FORMER_COLLABORATOR
  return (
    <>
      <b className={className} dir="auto">
        {mine ? 'You' : author}
      </b>
      {!mine && !isFormer && authorKind && <span className={styles.kind}>{KINDS[authorKind]}</span>}
    </>
  )
}

export const nameText = (name: string, kind: AuthorKind | undefined): string =>
  kind === 'guest' ? asGuest(name) : name
