import { contentOf, textOf, type ChangeOperation } from '../store/operation.ts'
import type { NoteView } from '../store/threads.ts'
import { useNotesStore } from '../use-store.ts'
import { CardButton } from './card-button.tsx'
import styles from './thread-card.module.css'

type Props = {
  operation: ChangeOperation
  note: NoteView
  onJoin: () => void
}

/** Asks the author which text of a note to keep after editing it in two places (product §12). */
export function Conflict({ operation, note, onJoin }: Props) {
  const { drafts, ...notes } = useNotesStore()
  const mine = textOf(operation) ?? note.text
  const versions = [
    ['This version', mine],
    ['Saved version', note.text],
  ] as const
  const join = () => {
    const { _id, lineId, version } = note
    drafts.set(`edit:${_id}`, {
      ...contentOf({ ...note, ...operation.change }),
      text: `${note.text}\n\n${mine}`,
      noteId: crypto.randomUUID(),
      lineId,
      seen: { version, was: contentOf(note) },
    })
    drafts.flush()
    notes.giveUp(operation)
    onJoin()
  }
  return (
    <div className={styles.refused} role="alert" data-conflict="">
      <p>This note was changed in another tab or on another device.</p>
      <dl className={styles.versions}>
        {versions.map(([name, text]) => (
          <div key={name}>
            <dt>
              <b>{name}</b>
            </dt>
            <dd className={styles.yours} dir="auto">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.choices}>
        <CardButton look="plain" onLeave={() => notes.giveUp(operation)}>
          Keep saved version
        </CardButton>
        <CardButton look="plain" onClick={join}>
          Join both versions
        </CardButton>
        <CardButton look="strong" onLeave={() => notes.sendAgain(operation)}>
          Keep this version
        </CardButton>
      </div>
    </div>
  )
}
