import { asGuest } from '@andscene/contracts/guest-name'
import { FORMER_COLLABORATOR, type AuthorKind, type Note } from '@andscene/contracts/notes'

const KINDS: Record<AuthorKind, string> = { owner: 'Owner', collaborator: 'Collaborator', guest: 'Guest' }

type Author = Pick<Note, 'author' | 'authorKind' | 'mine'>

/** What is shown beside the author's name; nothing beside "You", nor where an account is gone. */
export const kindText = ({ author, authorKind, mine }: Author): string | undefined => {
  const isFormer = authorKind === 'collaborator' && author === FORMER_COLLABORATOR
  return mine || isFormer || !authorKind ? undefined : KINDS[authorKind]
}

/** A name in running text: a guest is named as one. */
export const nameText = (name: string, kind: AuthorKind | undefined): string =>
  kind === 'guest' ? asGuest(name) : name
