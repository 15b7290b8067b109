import { Fragment } from 'react'
import type { Homeless } from '../store/homeless.ts'
import { textOf } from '../store/operation.ts'
import { HomelessDraft, RefusedNote } from './refused-note.tsx'
import styles from './thread-card.module.css'

/** What was written on notes that are gone: it stays on the screen until it is sent or discarded (product §12). */
export const HomelessTexts = ({ operations, drafts }: Homeless) => (
  <>
    {operations.map((operation) => (
      <Fragment key={operation.key}>
        {operation.refusal ? (
          <RefusedNote operation={operation} />
        ) : (
          <p className={styles.yours} dir="auto">
            {textOf(operation)}
          </p>
        )}
      </Fragment>
    ))}
    {drafts.map(({ place, draft }) => (
      <HomelessDraft key={draft.noteId} place={place} draft={draft} />
    ))}
  </>
)
