import type { NotePerson } from '@andscene/contracts/notes'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { useNotesStore } from '../use-store.ts'
import { mentionBegun, suggestPeople } from './mentions.ts'
import styles from './note-editor.module.css'

const NO_PEOPLE: readonly NotePerson[] = []
const PEOPLE_STALE_MS = 60_000

/** The people whom a note can mention; none until they are loaded, and from an older backend. */
function usePeople(isWanted: boolean): readonly NotePerson[] {
  const { script } = useOpenScript()
  const notes = useNotesStore()
  const { data } = useQuery({
    queryKey: [...queryKeys.script(script._id), 'note-people'],
    queryFn: notes.people,
    enabled: isWanted,
    staleTime: PEOPLE_STALE_MS,
    retry: false,
  })
  return data ?? NO_PEOPLE
}

type Options = { text: string; caret: number; onChoose: (person: NotePerson, start: number) => void }

/** Suggests people for the mention that is being typed. The text field keeps the focus. */
export function useMentionList({ text, caret, onChoose }: Options) {
  const people = usePeople(text.includes('@'))
  const [at, setAt] = useState(0)
  /** Where the user closed the list with Escape. */
  const [closedAt, setClosedAt] = useState<number>()
  const begun = mentionBegun(text, caret)
  const isClosed = begun !== undefined && begun.start === closedAt
  const found = begun && !isClosed ? suggestPeople(people, begun.letters) : NO_PEOPLE
  const marked = found[Math.min(at, found.length - 1)]
  const choose = (person: NotePerson) => {
    setAt(0)
    onChoose(person, begun!.start)
  }
  return {
    people,
    found,
    marked,
    choose,
    /** Returns whether the list has handled the key. */
    press({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
      if (!marked || ctrlKey || metaKey) return false
      const { length } = found
      if (key === 'ArrowDown') setAt((Math.min(at, length - 1) + 1) % length)
      else if (key === 'ArrowUp') setAt((Math.min(at, length - 1) + length - 1) % length)
      else if (key === 'Enter' || key === 'Tab') choose(marked)
      else if (key === 'Escape') setClosedAt(begun?.start)
      else return false
      return true
    },
  }
}

const KINDS = { owner: 'Owner', collaborator: 'Collaborator', guest: 'Guest' }

type Props = Pick<ReturnType<typeof useMentionList>, 'found' | 'marked' | 'choose'> & { id: string }

export const optionId = (listId: string, { key }: NotePerson) => `${listId}-${key}`

export function MentionList({ id, found, marked, choose }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a text field, which keeps the focus
    <div id={id} className={styles.people} role="listbox" aria-label="People to mention">
      {found.map((person) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
        <div
          key={person.key}
          id={optionId(id, person)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option with two texts
          role="option"
          tabIndex={-1}
          aria-selected={person === marked}
          className={styles.person}
          // The text field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <bdi className={styles.name}>{person.name}</bdi>
          <span>{KINDS[person.kind]}</span>
        </div>
      ))}
    </div>
  )
}
