import type { CreateNoteBody, NoteCategory, NoteColour } from '@andscene/contracts/notes'
import parts from '@andscene/web-kit/parts.module.css'
import type { ReactNode } from 'react'
import type { PlacedDraft } from '../store/drafts.ts'
import { textOf, type Operation } from '../store/operation.ts'
import { useNotesStore } from '../use-store.ts'
import { CopyText } from './copy-text.tsx'
import { CardButton } from './card-button.tsx'
import styles from './thread-card.module.css'
import type { Homeless } from '../store/threads.ts'

export function RefusedNote({ operation }: { operation: Operation }) {
  const notes = useNotesStore()
  const { refusal } = operation
  const text = textOf(operation)
  if (!refusal) return null
  const look =
    operation.kind === 'create' ? operation.body : operation.kind === 'change' ? operation.was : undefined
  const sendAsNew = (words: string) =>
    notes.writeAnew(operation, newNote({ ...look, text: words, lineId: operation.lineId }))
  return (
    <KeptText
      why={refusal.kind === 'refused' ? refusal.sentence : 'This note was deleted.'}
      text={text}
      // The text of a new note is already shown above.
      isShown={operation.kind !== 'create' || refusal.kind !== 'refused'}
      onDiscard={() => notes.giveUp(operation)}
    >
      {refusal.kind === 'refused' ? (
        <CardButton look="strong" onLeave={() => notes.sendAgain(operation)}>
          Try again
        </CardButton>
      ) : (
        text !== undefined && <SendAsNew onSend={() => sendAsNew(text)} />
      )}
    </KeptText>
  )
}

const WHY = {
  reply: 'The note you are answering was deleted.',
  edit: 'This note was deleted.',
  line: 'This line is no longer in the script.',
}
/** A draft whose note or line was deleted meanwhile (product §12). */
export function HomelessDraft({ place, draft }: PlacedDraft) {
  const { drafts, ...notes } = useNotesStore()
  const { text, lineId } = draft
  return (
    <KeptText
      why={WHY[place.split(':')[0] as keyof typeof WHY]}
      text={text}
      isShown
      onDiscard={() => drafts.drop(place, draft)}
    >
      {lineId !== undefined && (
        <SendAsNew
          onSend={() => {
            notes.create(newNote({ ...draft, lineId }))
            drafts.drop(place, draft)
          }}
        />
      )}
    </KeptText>
  )
}

type Kept = {
  why: string
  text: string | undefined
  isShown: boolean
  onDiscard: () => void
  children: ReactNode
}

const KeptText = ({ why, text, isShown, onDiscard, children }: Kept) => (
  <div className={styles.refused} role="alert">
    <p>{why}</p>
    {text !== undefined && isShown && (
      <p className={styles.yours} dir="auto">
        {text}
      </p>
    )}
    <div className={styles.choices}>
      <CardButton look="plain" onLeave={onDiscard}>
        Discard text
      </CardButton>
      {text !== undefined && <CopyText className={parts.inlineButton} text={text} />}
      {children}
    </div>
  </div>
)

const SendAsNew = ({ onSend }: { onSend: () => void }) => (
  <CardButton look="strong" onLeave={onSend}>
    Send as a new note
  </CardButton>
)

type Words = { text: string; lineId: string; colour?: NoteColour; category?: NoteCategory }
const newNote = ({ text, lineId, colour = 'yellow', category = 'General' }: Words): CreateNoteBody => ({
  _id: crypto.randomUUID(),
  lineId,
  text,
  colour,
  category,
})

/** Unsent text of deleted notes and lines; shown until sent or discarded (product §12). */
export const HomelessTexts = ({ operations, drafts }: Homeless) => (
  <>
    {operations.map((operation) =>
      operation.refusal ? (
        <RefusedNote key={operation.key} operation={operation} />
      ) : (
        <p key={operation.key} className={styles.yours} dir="auto">
          {textOf(operation)}
        </p>
      ),
    )}
    {drafts.map(({ place, draft }) => (
      <HomelessDraft key={draft.noteId} place={place} draft={draft} />
    ))}
  </>
)
